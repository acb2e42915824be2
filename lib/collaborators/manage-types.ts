import type { OfficeTx } from '@/db/office'
import {
  countByCollaboratorType,
  insertCollaboratorType,
  listCollaboratorTypes,
  renameCollaboratorType,
} from '@/db/queries/offices/collaborator-types'
import { lockCompany } from '@/db/queries/offices/companies'
import { attemptCompanyChange, recordCompanyChange } from '@/lib/companies/attempt-change'
import type { CompanyContext } from '@/lib/context'
import { foldName } from '@/lib/kernel/names'
import { OfficeFault } from '@/lib/kernel/office-fault'

const permission = 'company.collaborators.manage'

/** The types of the company's people, with how many are of each. Throws `permission_missing`. */
export async function listTypes(ctx: CompanyContext) {
  const { companyId, permissions } = ctx.member
  if (!permissions.includes(permission)) throw new OfficeFault('permission_missing')
  return countByCollaboratorType(ctx.db, companyId)
}

/** One more type, to which benefits can be granted apart. Throws `permission_missing`, `type_name_taken`. */
export const createType = (ctx: CompanyContext, draft: { name: string }): Promise<{ id: number; name: string }> =>
  attemptCompanyChange(ctx, permission, { action: 'collaborator_type.created' }, async (tx) => {
    const { companyId } = ctx.member
    const { name } = draft
    await demandFreeName(tx, companyId, name)
    const id = await insertCollaboratorType(tx, companyId, name)
    await recordCompanyChange(tx, ctx, { action: 'collaborator_type.created', subjectId: id }, { name })
    return { id, name }
  })

/** Another name for a type: whoever is of it stays so, and keeps their benefits. Throws as above, and `not_found`. */
export const renameType = (ctx: CompanyContext, draft: { id: number; name: string }): Promise<{ name: string }> =>
  attemptCompanyChange(ctx, permission, { action: 'collaborator_type.renamed', subjectId: draft.id }, async (tx) => {
    const { companyId } = ctx.member
    const { id, name } = draft
    await demandFreeName(tx, companyId, name, id)
    if (!(await renameCollaboratorType(tx, companyId, id, name))) throw new OfficeFault('not_found')
    await recordCompanyChange(tx, ctx, { action: 'collaborator_type.renamed', subjectId: id }, { name })
    return { name }
  })

async function demandFreeName(tx: OfficeTx, companyId: number, name: string, exceptId?: number): Promise<void> {
  await lockCompany(tx, companyId)
  const others = (await listCollaboratorTypes(tx, companyId)).filter(({ id }) => id !== exceptId)
  if (others.some((type) => foldName(type.name) === foldName(name))) {
    throw new OfficeFault('type_name_taken', { field: 'name', values: { name } })
  }
}
