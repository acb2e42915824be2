import { listOwnSales as list, type OwnSaleRecord } from '@/db/queries/offices/own-sales'
import type { OfficeContext } from '@/lib/context'
import { centsOfNumeric, jsonOfCents } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { redemptionsPermission } from '@/lib/redemption/permission'
import { displayName } from '@/lib/redemption/person'

const salesMax = 10

/** The member's own last sales of today, newest first. Throws `permission_missing`. */
export async function listOwnSales({ db, member }: Pick<OfficeContext, 'db' | 'member'>) {
  if (!member.permissions.includes(redemptionsPermission)) throw new OfficeFault('permission_missing')
  return (await list(db, member.merchantId, member.userId, salesMax)).map(viewOf)
}

export type OwnSale = ReturnType<typeof viewOf>

const statuses = { Authorized: 'pending', Consumed: 'charged', Expired: 'expired', Released: 'canceled' } as const

const viewOf = (record: OwnSaleRecord) => ({
  reference: record.reference,
  authorizationCode: record.authorizationCode,
  status: statuses[record.status],
  /** Null of a person who was erased (ADR-0059). */
  customer: record.erasedAt === null ? displayName(record.firstName, record.lastName) : null,
  discount: record.discountName,
  purchaseAmount: jsonOfCents(centsOfNumeric(record.purchaseAmount)),
  discountAmount: jsonOfCents(centsOfNumeric(record.discountAmount)),
  finalAmount: jsonOfCents(centsOfNumeric(record.finalAmount)),
  at: record.authorizedAt.toISOString(),
  expiresAt: record.expiresAt.toISOString(),
  consumptionCode: record.consumptionCode,
})
