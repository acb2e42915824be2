import * as z from 'zod'
import {
  type ConsumptionLifeRecord,
  findConsumptionLife,
  listArticleNames,
} from '@/db/queries/offices/consumption-life'
import type { OfficeContext } from '@/lib/context'
import { referenceOf } from '@/lib/credentials/reference'
import { present } from '@/lib/kernel/assert'
import { type Cents, centsOfNumeric, divideHalfUp, scaled } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { amountsOf, consumedSaleOf, makerOf } from '@/lib/sales/sale'
import { codeOf } from './filter'
import { requireConsumptionReader } from './list-consumptions'

/** As `apply` stored the lines that the till sent: decimals as texts. */
const storedItems = z.array(z.object({ sku: z.string(), quantity: z.string(), unitPrice: z.string() }))

export type PurchaseLine = {
  readonly sku: string
  /** Null for what is not in the catalogue (any more). */
  readonly article: string | null
  /** A decimal, such as `0.75`. */
  readonly quantity: string
  readonly unitPriceCents: Cents
  readonly subtotalCents: Cents
}

export type ConsumptionView = Awaited<ReturnType<typeof showConsumption>>

/**
 * A consumption of the member's merchant by its code, however typed, with its authorization's life: what was reserved, under which terms,
 * by which credential, and what became of it. `recalculated` says whether the amounts are others than those authorized (D40). Throws
 * `permission_missing`, and `not_found`, also for another merchant's.
 */
export async function showConsumption(ctx: Pick<OfficeContext, 'db' | 'member'>, code: string) {
  requireConsumptionReader(ctx)
  const { merchantId } = ctx.member
  const record =
    (await findConsumptionLife(ctx.db, merchantId, code)) ??
    (await findConsumptionLife(ctx.db, merchantId, codeOf(code)))
  if (!record) throw new OfficeFault('not_found')
  const { authorization } = record
  const items = storedItems.parse(authorization.items ?? [])
  const names =
    items.length === 0 ? [] : await listArticleNames(ctx.db, merchantId, [...new Set(items.map(({ sku }) => sku))])
  const authorized = amountsOf(authorization)
  const consumed = consumedSaleOf(record)
  return {
    ...consumed,
    discountId: record.discountId,
    /** Null for a company that is affiliated no more: its page is gone. */
    companyId: record.isAffiliated ? record.companyId : null,
    /** The credential; null where a member did it by hand (D68). */
    registeredWith: record.memberName === null ? referenceOf(record) : null,
    status: record.status,
    /** Notified after its authorization had ended (D61). */
    isLate: record.lateHours !== null,
    recalculated:
      consumed.purchaseCents !== authorized.purchaseCents || consumed.discountCents !== authorized.discountCents,
    authorization: {
      code: authorization.code,
      ...makerOf(authorization),
      authorizedWith: authorization.memberName === null ? referenceOf(authorization) : null,
      authorizedAt: authorization.authorizedAt,
      expiresAt: authorization.expiresAt,
      ...authorized,
    },
    terms: termsOf(authorization),
    items: items.map((item): PurchaseLine => lineOf(item, names)),
  }
}

const termsOf = (row: ConsumptionLifeRecord['authorization']) => ({
  type: row.discountType,
  /** Per cent, or cents. */
  value: centsOfNumeric(row.discountValue),
  maximumCents: row.maximumDiscount === null ? null : centsOfNumeric(row.maximumDiscount),
  scope: row.scope,
  matchedCents: row.matchedSubtotal === null ? null : divideHalfUp(stored(row.matchedSubtotal, 5), 1_000n),
})

function lineOf(
  { sku, quantity, unitPrice }: z.infer<typeof storedItems>[number],
  names: readonly { sku: string; name: string }[],
): PurchaseLine {
  const unitPriceCents = stored(unitPrice, 2)
  const quantityMillis = stored(quantity, 3)
  return {
    sku,
    article: names.find((article) => article.sku === sku)?.name ?? null,
    quantity: quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity,
    unitPriceCents,
    subtotalCents: divideHalfUp(unitPriceCents * quantityMillis, 1_000n),
  }
}

const stored = (decimal: string, places: number): bigint =>
  present(scaled(decimal, places), 'quantities and amounts are stored as decimals')
