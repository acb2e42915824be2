import { listBranches } from '@/db/queries/offices/branches'
import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { redemptionsPermission } from '@/lib/redemption/permission'

/** The identification types and the active branches to choose from at the till. Throws `permission_missing`. */
export async function listTillChoices({ db, member }: Pick<OfficeContext, 'db' | 'member'>) {
  if (!member.permissions.includes(redemptionsPermission)) throw new OfficeFault('permission_missing')
  const [types, branches] = await Promise.all([listIdentificationTypes(db), listBranches(db, member.merchantId)])
  return { types, branches: branches.filter(({ active }) => active).map(({ id, name }) => ({ id, name })) }
}
