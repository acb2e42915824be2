import { findCollaborator, findCollaboratorByHmac } from '@/db/queries/offices/collaborators'
import { attempt, attemptView } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { PeopleContext } from '@/lib/context'
import { decryptIdentification, hmacsOf } from '@/lib/identification/identification'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { collaboratorsPermission } from './permission'
import { type CollaboratorView, viewOf } from './views'

const asked = <Verb extends 'seen' | 'revealed'>(verb: Verb, id: number) =>
  ({
    permission: collaboratorsPermission,
    action: `collaborator.${verb}`,
    subject: { type: 'collaborator', id },
  }) as const

/** A collaborator of the company. Throws `permission_missing`; `not_found` for another company's, and for who was erased. */
export const showCollaborator = (ctx: PeopleContext, id: number): Promise<CollaboratorView> =>
  attemptView(ctx, asked('seen', id), async () => {
    const record = await findCollaborator(ctx.db, ctx.member.companyId, id)
    if (!record || record.erasedAt) throw new OfficeFault('not_found')
    return viewOf(record, ctx.identificationKeys)
  })

/**
 * Finds the collaborator of the company with exactly that identification (D23). The searched identification is not kept
 * anywhere. Throws `permission_missing`; `identification_not_found`, also when another company has that person.
 */
export async function seekCollaborator(
  ctx: PeopleContext,
  sought: { identificationTypeId: number; identification: string },
): Promise<{ id: number }> {
  const { companyId } = ctx.member
  requirePermission(ctx.member, collaboratorsPermission)
  const { identificationTypeId, identification } = sought
  const hmacs = hmacsOf(ctx.identificationKeys, identificationTypeId, identification)
  const record = await findCollaboratorByHmac(ctx.db, companyId, identificationTypeId, hmacs)
  if (!record) throw new OfficeFault('identification_not_found', { field: 'identification' })
  return { id: record.id }
}

/**
 * The whole identification of a collaborator of the company; the audit trail records that it was shown, not what it is (D32).
 * Throws `permission_missing`, `not_found`.
 */
export const revealIdentification = (ctx: PeopleContext, { id }: { id: number }): Promise<{ identification: string }> =>
  attempt(ctx, asked('revealed', id), async ({ tx, record }) => {
    const found = await findCollaborator(tx, ctx.member.companyId, id)
    if (!found || found.erasedAt) throw new OfficeFault('not_found')
    await record({ name: `${found.firstName} ${found.lastName}` })
    return { identification: decryptIdentification(ctx.identificationKeys, found.ciphertext, found.keyGeneration) }
  })
