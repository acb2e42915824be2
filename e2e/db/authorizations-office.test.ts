import { beforeAll, describe, expect, it } from 'vitest'
import type { OfficeContext } from '@/lib/context'
import { authorizationsFilterOf, authorizationsPath } from '@/lib/sales/authorizations/filter'
import { listAuthorizations, sumAuthorizations } from '@/lib/sales/authorizations/list-authorizations'
import { newBusyMerchant } from '../fixtures/many-rows'
import { plansOf, rowsOf } from '../fixtures/plans'
import { startOffice } from './office'

/** What a merchant's office is shown of its authorizations. */

const { sql, databaseUrl, newShop, newColleague } = startOffice()

type Busy = Awaited<ReturnType<typeof newBusyMerchant>>
let busy: Busy
let ctx: OfficeContext

beforeAll(async () => {
  busy = await newBusyMerchant(sql(), { consumptions: 2_000, days: 20 })
  ctx = (await newColleague(busy.merchant.id)).ctx
  // Some that are waiting, and some whose time is over and that nobody has marked.
  await sql()`insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id,
      purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at)
    select merchant_id, 'open-' || code, 'open-' || code, discount_id, company_id, collaborator_id, branch_id, ${busy.keys[0]?.id ?? 0},
      purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope,
      now() - make_interval(mins => (id % 40)::int), now() - make_interval(mins => (id % 40)::int) + interval '15 minutes'
    from authorizations where merchant_id = ${busy.merchant.id} order by id limit 120`
})

const plain = {
  active: () => sql()`status = 'Authorized' and expires_at > now()`,
  expired: () => sql()`(status = 'Expired' or (status = 'Authorized' and expires_at <= now()))`,
  released: () => sql()`status = 'Released'`,
  consumed: () => sql()`status = 'Consumed'`,
  '': () => sql()`true`,
}

const queryOf = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? ''))

describe('the list of authorizations', () => {
  it.each(Object.keys(plain) as (keyof typeof plain)[])(
    'of status "%s" is followed to its end with each row once, as plain SQL orders them (D35)',
    async (status) => {
      const branch = String(busy.branchIds[0])
      for (const asked of [{ period: 'all', status, branch }, { status }]) {
        const rows =
          await sql()`select code from authorizations where merchant_id = ${busy.merchant.id} and ${plain[status]()}
          ${'branch' in asked ? sql()`and branch_id = ${branch}` : sql()``} order by authorized_at desc, id desc`
        expect(rows.length).toBeGreaterThan(5)
        const seen: string[] = []
        let filter = authorizationsFilterOf(asked)
        for (;;) {
          const { authorizations, older } = await listAuthorizations(ctx, filter)
          seen.push(...authorizations.map(({ code }) => code))
          expect(new Set(authorizations.map((row) => row.status)).size).toBeLessThanOrEqual(status === '' ? 4 : 1)
          if (!older) break
          filter = authorizationsFilterOf(queryOf(authorizationsPath(filter, { before: older })))
        }
        expect(seen).toEqual(rows.map(({ code }) => code))
      }
    },
  )

  it.each(Object.keys(plain) as (keyof typeof plain)[])('of status "%s" adds up as plain SQL does', async (status) => {
    const branch = String(busy.branchIds[0])
    for (const asked of [
      { period: 'all', status, branch },
      { period: 'all', status },
    ]) {
      const [row] =
        await sql()`select count(*)::int as count, coalesce(sum(purchase_amount) * 100, 0)::bigint::text as purchases,
          coalesce(sum(discount_amount) * 100, 0)::bigint::text as discounts
        from authorizations where merchant_id = ${busy.merchant.id} and ${plain[status]()}
          ${'branch' in asked ? sql()`and branch_id = ${branch}` : sql()``}`
      const { count, purchaseCents, discountCents } = await sumAuthorizations(ctx, authorizationsFilterOf(asked))
      expect({ count, purchases: String(purchaseCents), discounts: String(discountCents) }).toEqual({ ...row })
    }
  })

  it('says how long an active one still has, and which consumption one became', async () => {
    const { authorizations: active } = await listAuthorizations(ctx, authorizationsFilterOf({ status: 'active' }))
    for (const { status, secondsLeft, expiresAt } of active) {
      expect(status).toBe('active')
      expect(secondsLeft).toBeGreaterThanOrEqual(0)
      expect(secondsLeft).toBeLessThanOrEqual(Math.ceil((expiresAt.getTime() - Date.now()) / 1000) + 60)
    }
    const { authorizations: consumed } = await listAuthorizations(ctx, authorizationsFilterOf({ status: 'consumed' }))
    expect(consumed.every(({ consumptionCode }) => consumptionCode !== null)).toBe(true)
    const { authorizations: expired } = await listAuthorizations(ctx, authorizationsFilterOf({ status: 'expired' }))
    expect(expired.some(({ endedAt }) => endedAt === null)).toBe(true)
    expect(expired.every(({ secondsLeft, consumptionCode }) => secondsLeft === 0 && consumptionCode === null)).toBe(
      true,
    )
  })

  it('finds a code or a reference whole, and otherwise what begins like it', async () => {
    const one = await listAuthorizations(ctx, authorizationsFilterOf({ q: 'A-7' }))
    expect(one.authorizations.map(({ code }) => code)).toEqual(['A-7'])
    const many = await listAuthorizations(ctx, authorizationsFilterOf({ q: 'open-A' }))
    expect(many.begins).toBe(true)
    expect(many.authorizations).toHaveLength(50)
  })

  it('finds of what begins like it a hundred that are so narrowed, not what of a hundred is', async () => {
    const branch = String(busy.branchIds[4])
    for (const status of ['released', 'expired', 'consumed'] as const) {
      const expected =
        await sql()`select code from (select * from authorizations where merchant_id = ${busy.merchant.id}
          and branch_id = ${branch} and reference like 'T-%' and ${plain[status]()} order by reference collate "C", id limit 100) a
        order by authorized_at desc, id desc limit 50`
      expect(expected.length).toBeGreaterThan(5)
      const { authorizations } = await listAuthorizations(ctx, authorizationsFilterOf({ q: 'T-', status, branch }))
      expect(authorizations.map(({ code }) => code)).toEqual(expected.map(({ code }) => code))
    }
  })

  it('reads for the expired ones what is active, and not all that there ever was, where none of many is overdue', async () => {
    const { merchant, keys } = await newBusyMerchant(sql(), { consumptions: 3_000, days: 20 })
    const { ctx: theirs } = await newColleague(merchant.id)
    await sql()`update authorizations set status = 'Consumed', ended_at = authorized_at
      where merchant_id = ${merchant.id} and status in ('Expired', 'Released')`
    await sql()`insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id,
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
      select merchant_id, 'now-' || code, 'now-' || code, discount_id, company_id, collaborator_id, branch_id, ${keys[0]?.id ?? 0},
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, now() + interval '15 minutes'
      from authorizations where merchant_id = ${merchant.id} order by id limit 300`
    await sql()`vacuum (analyze) authorizations`
    const filter = authorizationsFilterOf({ period: 'all', status: 'expired' })
    const ask = async (db: OfficeContext['db']) => {
      await listAuthorizations({ ...theirs, db }, filter)
      await sumAuthorizations({ ...theirs, db }, filter)
    }
    const read = (await plansOf(databaseUrl(), ask, { scans: true, analyze: true }))
      .flatMap(({ nodes }) => nodes)
      .filter((node) => node['Relation Name'] === 'authorizations')
      .map(rowsOf)
    expect(read.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...read)).toBeLessThanOrEqual(300)
  })

  it('shows nothing to a member without the permission, and of another merchant nothing at all', async () => {
    const { ctx: without } = await newShop(['merchant.team.manage'])
    await expect(listAuthorizations(without, authorizationsFilterOf({}))).rejects.toMatchObject({
      code: 'permission_missing',
    })
    const { ctx: other } = await newShop()
    expect((await listAuthorizations(other, authorizationsFilterOf({ q: 'A-7' }))).authorizations).toEqual([])
  })
})
