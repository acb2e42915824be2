import { violates } from '@/db/errors'
import type { OfficeTx } from '@/db/office'
import { listCollaboratorTypes } from '@/db/queries/offices/collaborator-types'
import {
  findCollaborator,
  findCollaboratorByHmac,
  insertCollaborator,
  lockCollaborator,
  updateCollaborator,
} from '@/db/queries/offices/collaborators'
import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import { attemptCompanyChange, recordCompanyChange } from '@/lib/companies/attempt-change'
import type { CompanyContext, PeopleContext } from '@/lib/context'
import { encryptIdentification, hmacIdentification } from '@/lib/identification/identification'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { CollaboratorChanges, NewCollaborator } from './drafts'

const permission = 'company.collaborators.manage'

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

/**
 * Somebody more among the company's people, active at once: the next eligibility says so. Throws `permission_missing`,
 * `identification_type_unknown`, `type_unknown`, `already_here` when the company has them, active or not, and `employed_elsewhere`
 * when another company has them active (D31): which one is nobody's business, and the try is in the trail.
 */
export const createCollaborator = (ctx: PeopleContext, draft: NewCollaborator): Promise<{ id: number; name: string }> =>
  attemptCompanyChange(ctx, permission, { action: 'collaborator.created' }, async (tx) => {
    const { companyId } = ctx.member
    const { identificationTypeId, identification, typeId, ...person } = draft
    const known = await listIdentificationTypes(tx)
    if (!known.some(({ id }) => id === identificationTypeId)) {
      throw new OfficeFault('identification_type_unknown', { field: 'identificationTypeId' })
    }
    await demandType(tx, companyId, typeId)
    const hmac = hmacIdentification(ctx.identificationKeys, identificationTypeId, identification)
    const id = await employing(() =>
      insertCollaborator(tx, companyId, {
        ...person,
        collaboratorTypeId: typeId,
        identificationTypeId,
        identificationHmac: hmac,
        identificationCiphertext: encryptIdentification(ctx.identificationKeys, identification),
      }),
    )
    if (id === undefined) {
      const there = await findCollaboratorByHmac(tx, companyId, identificationTypeId, hmac)
      const values = { name: there ? nameOf(there) : '' }
      const code = there?.active === false ? 'already_here_inactive' : 'already_here'
      throw new OfficeFault(code, { field: 'identification', values })
    }
    const name = nameOf(draft)
    await recordCompanyChange(tx, ctx, { action: 'collaborator.created', subjectId: id }, { name })
    return { id, name }
  })

/** Other names, another type or address for one of the company's people. Throws `permission_missing`, `not_found`, `type_unknown`. */
export const changeCollaborator = (ctx: CompanyContext, draft: CollaboratorChanges): Promise<{ name: string }> =>
  attemptCompanyChange(ctx, permission, { action: 'collaborator.changed', subjectId: draft.id }, async (tx) => {
    const { companyId } = ctx.member
    const { id, typeId, ...person } = draft
    await lockCollaborator(tx, companyId, id)
    const before = await findCollaborator(tx, companyId, id)
    if (!before) throw new OfficeFault('not_found')
    await demandType(tx, companyId, typeId)
    await updateCollaborator(tx, companyId, id, { ...person, collaboratorTypeId: typeId })
    const changed = (['firstName', 'lastName', 'email', 'typeId'] as const).filter((key) => before[key] !== draft[key])
    const name = nameOf(person)
    await recordCompanyChange(tx, ctx, { action: 'collaborator.changed', subjectId: id }, { name, changed })
    return { name }
  })

/**
 * Whether one of the company's people counts from now on: the next eligibility obeys (D57). Throws `permission_missing`, `not_found`,
 * and `employed_elsewhere` as above. What is so already stays so.
 */
export const setCollaboratorActive = (
  ctx: CompanyContext,
  asked: { id: number; active: boolean },
): Promise<{ name: string }> => {
  const { id, active } = asked
  const done = active
    ? ({ action: 'collaborator.activated', subjectId: id } as const)
    : ({ action: 'collaborator.deactivated', subjectId: id } as const)
  return attemptCompanyChange(ctx, permission, done, async (tx) => {
    const { companyId } = ctx.member
    await lockCollaborator(tx, companyId, id)
    const before = await findCollaborator(tx, companyId, id)
    if (!before) throw new OfficeFault('not_found')
    const name = nameOf(before)
    if (before.active === active) return { name }
    await employing(() => updateCollaborator(tx, companyId, id, { active }))
    await recordCompanyChange(tx, ctx, done, { name })
    return { name }
  })
}

async function demandType(tx: OfficeTx, companyId: number, typeId: number | null): Promise<void> {
  if (typeId === null) return
  const types = await listCollaboratorTypes(tx, companyId)
  if (!types.some(({ id }) => id === typeId)) throw new OfficeFault('type_unknown', { field: 'typeId' })
}

/** D31 as the database holds it: of two companies at once one waits for the other, and is refused. */
async function employing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violates(error, 'collaborators_one_employment')) {
      throw new OfficeFault('employed_elsewhere', { field: 'identification' })
    }
    throw error
  }
}
