import { expect } from 'vitest'
import type { Sql } from '@/db/client'

/**
 * Holds the counters of a discount to its rows (D43): the uses and the money of its active and consumed authorizations, in all
 * and per collaborator and local day; and no counter of a discount without that limit.
 */
export async function expectCountersMatchRows(sql: Sql, discountId: number): Promise<void> {
  const [total] = await sql`
    select d.uses_total is not null or d.budget is not null as limited, u.uses, u.amount, rows.uses as row_uses,
      rows.amount as row_amount
    from discounts d
    left join discount_usage u on u.discount_id = d.id
    cross join lateral (
      select count(*)::int as uses, coalesce(sum(coalesce(c.discount_amount, a.discount_amount)), 0)::numeric(16, 2) as amount
      from authorizations a left join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id
      where a.discount_id = d.id and a.status in ('Authorized', 'Consumed')
    ) rows
    where d.id = ${discountId}`
  expect(total).toBeDefined()
  const rows = total?.limited ? [total.row_uses, total.row_amount] : [null, null]
  expect([total?.uses, total?.amount], 'discount_usage').toEqual(rows)

  const daily = await sql`
    select coalesce(u.collaborator_id, r.collaborator_id) as collaborator, coalesce(u.local_day, r.local_day)::text as day,
      coalesce(u.uses, 0) as uses, coalesce(r.uses, 0) as row_uses
    from (select * from discount_daily_usage where discount_id = ${discountId}) u
    full join (
      select a.collaborator_id, a.local_day, count(*)::int as uses
      from authorizations a join discounts d on d.id = a.discount_id
      where a.discount_id = ${discountId} and a.status in ('Authorized', 'Consumed')
        and d.uses_per_collaborator_per_day is not null
      group by a.collaborator_id, a.local_day
    ) r on r.collaborator_id = u.collaborator_id and r.local_day = u.local_day`
  for (const { collaborator, day, uses, row_uses } of daily) {
    expect(uses, `discount_daily_usage of ${collaborator} on ${day}`).toBe(row_uses)
  }
}
