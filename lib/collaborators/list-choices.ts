import { listCollaboratorTypes } from '@/db/queries/offices/collaborator-types'
import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { CompanyContext } from '@/lib/context'
import { collaboratorsPermission } from './permission'

/** The choices in the forms of a collaborator. Throws `permission_missing`. */
export async function listChoices(ctx: CompanyContext): Promise<{
  identificationTypes: readonly { id: number; name: string }[]
  types: readonly { id: number; name: string }[]
}> {
  const { companyId } = ctx.member
  requirePermission(ctx.member, collaboratorsPermission)
  const [identificationTypes, types] = await Promise.all([
    listIdentificationTypes(ctx.db),
    listCollaboratorTypes(ctx.db, companyId),
  ])
  return { identificationTypes, types }
}
