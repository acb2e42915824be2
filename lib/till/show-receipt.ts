import { findOwnReceipt } from '@/db/queries/offices/own-sales'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { redemptionsPermission } from '@/lib/redemption/permission'
import { displayName } from '@/lib/redemption/person'
import { amountsOf } from '@/lib/sales/sale'

/**
 * The receipt of a sale that the member charged, by the code of its consumption. Throws `permission_missing`, and `not_found` also for
 * what another member or a system charged.
 */
export async function showReceipt({ db, member }: Pick<OfficeContext, 'db' | 'member'>, code: string) {
  if (!member.permissions.includes(redemptionsPermission)) throw new OfficeFault('permission_missing')
  const record = await findOwnReceipt(db, member.merchantId, member.userId, code)
  if (!record) throw new OfficeFault('not_found')
  return {
    code: record.code,
    reference: record.reference,
    merchant: record.merchantName,
    branch: record.branchName,
    customer: record.erasedAt === null ? displayName(record.firstName, record.lastName) : null,
    discount: record.discountName,
    paidAt: record.consumptionDate,
    ...amountsOf(record),
  }
}
