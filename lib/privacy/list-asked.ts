import { listAskedOfCompany } from '@/db/queries/offices/privacy-cases'
import { requirePermission } from '@/lib/attempts/require-permission'
import { collaboratorsPermission } from '@/lib/collaborators/permission'
import type { CompanyContext } from '@/lib/context'

/** What the operator asks the company to correct of one of its people, until it changes their row. Throws `permission_missing`. */
export async function listAskedRectifications({ db, member }: CompanyContext, collaboratorId: number) {
  requirePermission(member, collaboratorsPermission)
  return listAskedOfCompany(db, member.companyId, collaboratorId)
}
