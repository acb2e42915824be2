import { findCollaborator, findCollaboratorByHmac } from '@/db/queries/offices/collaborators'
import { attemptCompanyChange, attemptCompanyView, recordCompanyChange } from '@/lib/companies/attempt-change'
import type { PeopleContext } from '@/lib/context'
import { decryptIdentification, hmacIdentification } from '@/lib/identification/identification'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type CollaboratorView, viewOf } from './views'

const permission = 'company.collaborators.manage'

/** One of the company's people. Throws `permission_missing`; `not_found` for anybody else's. */
export const showCollaborator = (ctx: PeopleContext, id: number): Promise<CollaboratorView> =>
  attemptCompanyView(ctx, permission, { action: 'collaborator.seen', subjectId: id }, async () => {
    const record = await findCollaborator(ctx.db, ctx.member.companyId, id)
    if (!record) throw new OfficeFault('not_found')
    return viewOf(record, ctx.identificationKeys)
  })

/**
 * Which of the company's people has that identification, exactly (D23). Nothing of what was asked for is kept. Throws
 * `permission_missing`; `identification_not_found`, also when another company has that person.
 */
export async function seekCollaborator(
  ctx: PeopleContext,
  sought: { identificationTypeId: number; identification: string },
): Promise<{ id: number }> {
  const { companyId, permissions } = ctx.member
  if (!permissions.includes(permission)) throw new OfficeFault('permission_missing')
  const { identificationTypeId, identification } = sought
  const hmac = hmacIdentification(ctx.identificationKeys, identificationTypeId, identification)
  const record = await findCollaboratorByHmac(ctx.db, companyId, identificationTypeId, hmac)
  if (!record) throw new OfficeFault('identification_not_found', { field: 'identification' })
  return { id: record.id }
}

/**
 * The whole identification of one of the company's people; the trail says that it was shown, not what it is (D32). Throws
 * `permission_missing`, `not_found`.
 */
export const revealIdentification = (ctx: PeopleContext, asked: { id: number }): Promise<{ identification: string }> =>
  attemptCompanyChange(ctx, permission, { action: 'collaborator.revealed', subjectId: asked.id }, async (tx) => {
    const record = await findCollaborator(tx, ctx.member.companyId, asked.id)
    if (!record) throw new OfficeFault('not_found')
    const done = { action: 'collaborator.revealed', subjectId: asked.id }
    await recordCompanyChange(tx, ctx, done, { name: `${record.firstName} ${record.lastName}` })
    return { identification: decryptIdentification(ctx.identificationKeys, record.ciphertext) }
  })
