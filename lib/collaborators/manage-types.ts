import type { OfficeTx } from '@/db/office'
import {
  countByCollaboratorType,
  insertCollaboratorType,
  listCollaboratorTypes,
  renameCollaboratorType,
} from '@/db/queries/offices/collaborator-types'
import { attempt } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { CompanyContext } from '@/lib/context'
import { foldName } from '@/lib/kernel/names'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { collaboratorsPermission } from './permission'

/** One at a time, so that no name is given twice. */
const change = { permission: collaboratorsPermission, lock: 'tenant' } as const

/** The company's collaborator types, each with the number of its collaborators. Throws `permission_missing`. */
export async function listTypes(ctx: CompanyContext) {
  requirePermission(ctx.member, collaboratorsPermission)
  return countByCollaboratorType(ctx.db, ctx.member.companyId)
}

/** A new collaborator type, to which benefits can be granted separately. Throws `permission_missing`, `type_name_taken`. */
export const createType = (ctx: CompanyContext, draft: { name: string }): Promise<{ id: number; name: string }> =>
  attempt(ctx, { ...change, action: 'collaborator_type.created' }, async ({ tx, record }) => {
    const { companyId } = ctx.member
    const { name } = draft
    await requireFreeName(tx, companyId, name)
    const id = await insertCollaboratorType(tx, companyId, name)
    await record({ name }, { type: 'collaborator_type', id })
    return { id, name }
  })

/**
 * Renames a type: its collaborators keep it, and their benefits. Throws `permission_missing`, `type_name_taken`, `not_found`.
 */
export const renameType = (
  ctx: CompanyContext,
  { id, name }: { id: number; name: string },
): Promise<{ name: string }> => {
  const subject = { type: 'collaborator_type', id } as const
  return attempt(ctx, { ...change, action: 'collaborator_type.renamed', subject }, async ({ tx, record }) => {
    const { companyId } = ctx.member
    await requireFreeName(tx, companyId, name, id)
    if (!(await renameCollaboratorType(tx, companyId, id, name))) throw new OfficeFault('not_found')
    await record({ name })
    return { name }
  })
}

async function requireFreeName(tx: OfficeTx, companyId: number, name: string, exceptId?: number): Promise<void> {
  const others = (await listCollaboratorTypes(tx, companyId)).filter(({ id }) => id !== exceptId)
  if (others.some((type) => foldName(type.name) === foldName(name))) {
    throw new OfficeFault('type_name_taken', { field: 'name', values: { name } })
  }
}
