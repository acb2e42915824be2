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
import { attempt } from '@/lib/attempts/attempt-change'
import type { CompanyContext, PeopleContext } from '@/lib/context'
import { bringForward, holdKeys } from '@/lib/data-keys/hold-keys'
import {
  decryptIdentification,
  encryptIdentification,
  hmacIdentification,
  hmacsOf,
} from '@/lib/identification/identification'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { refusalOf } from '@/lib/sandbox/identities'
import type { CollaboratorChanges, NewCollaborator } from './drafts'
import { collaboratorsPermission } from './permission'

/** Denials that tell something of another company go into the audit trail although nothing was done. */
const change = { permission: collaboratorsPermission, alsoDenied: ['employed_elsewhere'] } as const

/** A change of a collaborator of the company: it waits for other changes of the same one. */
const changeOf = (companyId: number, id: number) =>
  ({
    ...change,
    subject: { type: 'collaborator', id },
    lock: (tx: OfficeTx) => lockCollaborator(tx, companyId, id),
  }) as const

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

/**
 * Adds a collaborator to the company, active from the next eligibility call on. Throws `permission_missing`,
 * `identification_type_unknown`, `identification_reserved`, `identification_not_of_test` (D67), `type_unknown`, `already_here` when the company has them, active or not, and
 * `employed_elsewhere` when they are active in another company (D31): which company is not told, and the attempt is recorded in
 * the audit trail.
 */
export const createCollaborator = (ctx: PeopleContext, draft: NewCollaborator): Promise<{ id: number; name: string }> =>
  attempt(ctx, { ...change, action: 'collaborator.created' }, async ({ tx, record }) => {
    const { companyId } = ctx.member
    const { identificationTypeId, identification, typeId, ...person } = draft
    const known = await listIdentificationTypes(tx)
    if (!known.some(({ id }) => id === identificationTypeId)) {
      throw new OfficeFault('identification_type_unknown', { field: 'identificationTypeId' })
    }
    const refusal = refusalOf(ctx.environment, identificationTypeId, identification)
    if (refusal !== undefined) throw new OfficeFault(refusal, { field: 'identification' })
    await requireType(tx, companyId, typeId)
    const keys = await holdKeys(tx, ctx.identificationKeys)
    await bringForward(tx, keys, [{ identificationTypeId, identification }])
    const id = await employing(() =>
      insertCollaborator(tx, companyId, {
        ...person,
        collaboratorTypeId: typeId,
        identificationTypeId,
        identificationHmac: hmacIdentification(keys, identificationTypeId, identification),
        identificationCiphertext: encryptIdentification(keys, identification),
        keyGeneration: keys.generation,
      }),
    )
    if (id === undefined) {
      const there = await findCollaboratorByHmac(
        tx,
        companyId,
        identificationTypeId,
        hmacsOf(keys, identificationTypeId, identification),
      )
      // Whom the constraint found was erased a moment ago: asked again, they are somebody new.
      if (!there) throw new OfficeFault('busy')
      const code = there.active ? 'already_here' : 'already_here_inactive'
      throw new OfficeFault(code, { field: 'identification', values: { name: nameOf(there) } })
    }
    const name = nameOf(draft)
    await record({ name }, { type: 'collaborator', id })
    return { id, name }
  })

/** Changes a collaborator's names, type or address. Throws `permission_missing`, `not_found`, `type_unknown`. */
export const changeCollaborator = (ctx: CompanyContext, draft: CollaboratorChanges): Promise<{ name: string }> =>
  attempt(
    ctx,
    { ...changeOf(ctx.member.companyId, draft.id), action: 'collaborator.changed' },
    async ({ tx, record }) => {
      const { companyId } = ctx.member
      const { id, typeId, ...person } = draft
      const before = await findCollaborator(tx, companyId, id)
      if (!before || before.erasedAt) throw new OfficeFault('not_found')
      await requireType(tx, companyId, typeId)
      await updateCollaborator(tx, companyId, id, { ...person, collaboratorTypeId: typeId })
      const changed = (['firstName', 'lastName', 'email', 'typeId'] as const).filter(
        (key) => before[key] !== draft[key],
      )
      const name = nameOf(person)
      await record({ name, changed })
      return { name }
    },
  )

/**
 * Activates or deactivates a collaborator, from the next eligibility call on (D57). Throws `permission_missing`, `not_found`,
 * and `employed_elsewhere` as above. Changes nothing when they are in that state already.
 */
export const setCollaboratorActive = (
  ctx: PeopleContext,
  asked: { id: number; active: boolean },
): Promise<{ name: string }> => {
  const { id, active } = asked
  const action = active ? 'collaborator.activated' : 'collaborator.deactivated'
  const { companyId } = ctx.member
  const activation = changeOf(companyId, id)
  const lock = async (tx: OfficeTx) => {
    if (active) await bringBackForward(tx, ctx, id)
    await activation.lock(tx)
  }
  return attempt(ctx, { ...activation, action, lock }, async ({ tx, record }) => {
    const before = await findCollaborator(tx, companyId, id)
    if (!before || before.erasedAt) throw new OfficeFault('not_found')
    const name = nameOf(before)
    if (before.active === active) return { name }
    await employing(() => updateCollaborator(tx, companyId, id, { active }))
    await record({ name })
    return { name }
  })
}

/**
 * Whoever becomes active stands under the present key, as do all rows with their identification (ADR-0060): before their own row is
 * locked, so that two companies wait for each other and do not deadlock.
 */
async function bringBackForward(tx: OfficeTx, ctx: PeopleContext, id: number): Promise<void> {
  const keys = await holdKeys(tx, ctx.identificationKeys)
  const person = await findCollaborator(tx, ctx.member.companyId, id)
  if (!person || person.erasedAt) return
  const identification = decryptIdentification(keys, person.ciphertext, person.keyGeneration)
  await bringForward(tx, keys, [{ identificationTypeId: person.identificationTypeId, identification }])
}

async function requireType(tx: OfficeTx, companyId: number, typeId: number | null): Promise<void> {
  if (typeId === null) return
  const types = await listCollaboratorTypes(tx, companyId)
  if (!types.some(({ id }) => id === typeId)) throw new OfficeFault('type_unknown', { field: 'typeId' })
}

/** D31 by the database's constraint: of two companies that add a person at once, one waits for the other and is refused. */
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
