import fc from 'fast-check'
import { expect, it } from 'vitest'
import { storeDiscount } from '@/db/queries/tills/reservations'
import { centsOfNumeric, numericOfCents } from '@/lib/kernel/money'
import { type DiscountTerms, priceDiscount } from '@/lib/redemption/pricing'
import { createDatabase } from '../fixtures/database'
import { openForTests } from '../fixtures/open-for-tests'

const database = openForTests(async (atEnd) => {
  const { sql, drop } = await createDatabase()
  atEnd(drop)
  return sql
})

const centsMax = 99_999_999_999n
const cents = (min: bigint, max: bigint) =>
  // Small amounts are where a cent is rounded away; the largest are where a double would be wrong.
  fc.oneof(fc.bigInt({ min, max: min + 200n }), fc.bigInt({ min, max }), fc.bigInt({ min: max - 200n, max }))

type Purchase = {
  terms: Pick<DiscountTerms, 'discountType' | 'value'>
  maximumDiscountCents: bigint | undefined
  purchaseCents: bigint
}

const purchase: fc.Arbitrary<Purchase> = fc.record({
  terms: fc.oneof(
    fc.record({ discountType: fc.constant('PCT' as const), value: cents(1n, 10_000n) }),
    fc.record({ discountType: fc.constant('AMT' as const), value: cents(1n, 999_999_999n) }),
  ),
  maximumDiscountCents: fc.option(cents(1n, 999_999_999n), { nil: undefined }),
  purchaseCents: cents(1n, centsMax),
})

const rowOf = ({ terms, maximumDiscountCents, purchaseCents }: Purchase) => ({
  discount_type: terms.discountType,
  discount_value: numericOfCents(terms.value),
  maximum_discount: maximumDiscountCents === undefined ? null : numericOfCents(maximumDiscountCents),
  purchase_amount: numericOfCents(purchaseCents),
})

it('PostgreSQL and the service have the same discount for every purchase and all terms (ADR-0086; D15 to D17)', async () => {
  const purchases = fc.sample(purchase, { numRuns: 20_000, seed: 86 })
  const rows = await database().unsafe<{ discount: string }[]>(
    `select (${storeDiscount})::text as discount
     from json_to_recordset($1::text::json) as o (
       discount_type text, discount_value numeric(12, 2), maximum_discount numeric(12, 2), purchase_amount numeric, n int)
     cross join lateral (select o.purchase_amount) q
     order by o.n`,
    [JSON.stringify(purchases.map((each, n) => ({ ...rowOf(each), n })))],
  )
  const theirs = rows.map(({ discount }) => centsOfNumeric(discount))
  const ours = purchases.map(({ terms, maximumDiscountCents, purchaseCents }) =>
    priceDiscount({ ...terms, maximumDiscountCents }, purchaseCents, undefined),
  )
  expect(theirs).toEqual(ours)
  expect(new Set(ours).size).toBeGreaterThan(1_000)
})
