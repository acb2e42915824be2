import { listCollaboratorTypes } from '@/db/queries/offices/collaborator-types'
import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import type { CompanyContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** What the forms of the company's people offer to choose from. Throws `permission_missing`. */
export async function listChoices(ctx: CompanyContext): Promise<{
  identificationTypes: readonly { id: number; name: string }[]
  types: readonly { id: number; name: string }[]
}> {
  const { companyId, permissions } = ctx.member
  if (!permissions.includes('company.collaborators.manage')) throw new OfficeFault('permission_missing')
  const [identificationTypes, types] = await Promise.all([
    listIdentificationTypes(ctx.db),
    listCollaboratorTypes(ctx.db, companyId),
  ])
  return { identificationTypes, types }
}
