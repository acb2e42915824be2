import { listBranches } from '@/db/queries/offices/branches'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'

/** The branches that a hand-off can name. Throws `permission_missing`. */
export async function listBranchesInUse({ db, member }: OfficeContext): Promise<{ id: number; name: string }[]> {
  requirePermission(member, integrationsPermission)
  const branches = await listBranches(db, member.merchantId)
  return branches.filter(({ active }) => active).map(({ id, name }) => ({ id, name }))
}
