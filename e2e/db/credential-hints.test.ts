import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { callsReadMax } from '@/db/queries/offices/credential-hints'
import type { OfficeContext } from '@/lib/context'
import { listCredentials } from '@/lib/credentials/list-credentials'
import { listHints } from '@/lib/credentials/list-hints'
import { factories } from '../fixtures/factories'
import { plansOf } from '../fixtures/plans'
import { newPair, startOffice } from './office'

/** Issue 13, 10: what is amiss with credentials is said beside their list. The rules are in `lib/credentials/hints.test.ts`. */

const { sql, databaseUrl, newShop, newColleague } = startOffice()

const hintsFor = async (ctx: OfficeContext) => listHints(ctx, await listCredentials(ctx), new Date())

/** As if the merchant's credentials were 60 days old and in use. */
const settle = (merchantId: number) =>
  Promise.all([
    sql()`update api_keys set created_at = now() - interval '60 days', last_used_at = now() where merchant_id = ${merchantId}`,
    sql()`update oauth_clients set created_at = now() - interval '60 days', last_used_at = now() where merchant_id = ${merchantId}`,
  ])

const call = (merchantId: number, apiKeyId: number, operation: string, at: Date, times = 1) => sql()`
  insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, details)
  select ${merchantId}, ${at}, gen_random_uuid(), ${apiKeyId}, ${operation}, 200, 1, 'x', '{}' from generate_series(1, ${times})`

it('a merchant without credentials has no hints, nor has one whose credentials are in order', async () => {
  const { ctx, merchant } = await newShop()
  expect(await hintsFor(ctx)).toEqual([])
  await newPair(ctx)
  await settle(merchant.id)
  expect(await hintsFor(ctx)).toEqual([])
})

it('a maker who left the team, and one who is disabled, are told with what they made', async () => {
  const { ctx, merchant } = await newShop()
  const { member, ctx: theirs } = await newColleague(merchant.id)
  await sql()`update users set name = 'Rosa' where id = ${member.id}`
  const { key, client } = await newPair(theirs)
  await settle(merchant.id)
  expect(await hintsFor(ctx)).toEqual([])
  const departed = [
    { kind: 'departed', maker: 'Rosa', of: [{ kind: 'api_key', id: key }] },
    { kind: 'departed', maker: 'Rosa', of: [{ kind: 'oauth_client', id: client }] },
  ]
  await sql()`update users set disabled_at = now() where id = ${member.id}`
  expect(await hintsFor(ctx)).toMatchObject(departed)
  await sql()`update users set disabled_at = null where id = ${member.id}`
  await sql()`delete from merchant_memberships where user_id = ${member.id}`
  expect(await hintsFor(ctx)).toMatchObject(departed)
})

it('wrong secrets of the last 7 days count by address, with those from before a rotation, and no other refusals', async () => {
  const { ctx, merchant } = await newShop()
  const { client } = await newPair(ctx)
  await settle(merchant.id)
  const refuse = (reason: string, times: number, days: number) => sql()`
    insert into credential_refusals (merchant_id, oauth_client_id, occurred_at, reason, operation, times, address)
    values (${merchant.id}, ${client}, now() - ${days} * interval '1 day', ${reason}, 'POST /connect/token', ${times}, '10.0.0.7')`
  await refuse('wrong_secret', 50, 8)
  await refuse('rate_limited', 50, 1)
  await refuse('wrong_secret', 12, 6)
  expect(await hintsFor(ctx)).toEqual([])
  await refuse('previous_secret', 9, 0)
  expect(await hintsFor(ctx)).toMatchObject([{ kind: 'address', address: '10.0.0.7', times: 21, of: [{ id: client }] }])
})

it('a credential that sold in two branches within 30 days is told with both, and one with old sales is not', async () => {
  const shop = await factories(sql()).shop()
  const make = factories(sql())
  const { merchant, credential, discountId, company, person } = shop
  const { ctx } = await newColleague(merchant.id)
  await settle(merchant.id)
  const sell = async (branchId: number, days: number) => {
    const reference = randomUUID()
    const at = new Date(Date.now() - days * 86_400_000)
    const [row] = await sql()`
      insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, branch_id,
        api_key_id, purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at, ended_at)
      values (${merchant.id}, ${randomBytes(8).toString('hex')}, ${reference}, 'Consumed', ${discountId}, ${company.id}, ${person.id},
        ${branchId}, ${credential.id}, 100, 10, 90, 'PCT', 10, 'store', ${at}, ${at}::timestamptz + interval '15 minutes', ${at}) returning id`
    await sql()`
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id,
        api_key_id, purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
      values (${merchant.id}, ${randomBytes(8).toString('hex')}, ${row?.id}, ${reference}, ${discountId}, ${company.id}, ${person.id},
        ${branchId}, ${credential.id}, 100, 10, 90, ${at}, ${at})`
  }
  const [first, second] = [await make.branch(merchant.id), await make.branch(merchant.id)]
  await sell(first, 1)
  await sell(second, 31)
  expect(await hintsFor(ctx)).toEqual([])
  await sell(second, 29)
  const [hint] = await hintsFor(ctx)
  expect(hint).toMatchObject({ kind: 'branches', of: [{ id: credential.id }] })
  expect(hint?.kind === 'branches' && hint.branches).toHaveLength(2)
})

it('a permission that no kept call used is told, and nothing where there are too many calls to know', async () => {
  const { ctx, merchant } = await newShop()
  const { key } = await newPair(ctx)
  await sql()`update api_keys set permissions = '{core.integrations,core.consumptions.read}' where id = ${key}`
  await settle(merchant.id)
  const minuteAgo = new Date(Date.now() - 60_000)
  await call(merchant.id, key, 'applyDiscount', minuteAgo)
  const unread = [{ kind: 'permission', permission: 'core.consumptions.read', of: [{ id: key }] }]
  expect(await hintsFor(ctx)).toMatchObject(unread)
  await call(merchant.id, key, 'applyDiscount', minuteAgo, callsReadMax - 1)
  expect(await hintsFor(ctx)).toMatchObject(unread)
  await call(merchant.id, key, 'applyDiscount', minuteAgo)
  expect(await hintsFor(ctx)).toEqual([])
})

it('without the permission there are no hints', async () => {
  const { ctx } = await newShop()
  await newPair(ctx)
  const lists = await listCredentials(ctx)
  const powerless = { ...ctx, member: { ...ctx.member, permissions: [] } }
  await expect(listHints(powerless, lists, new Date())).rejects.toMatchObject({ code: 'permission_missing' })
})

it('the questions behind hints are answered by indexes', async () => {
  const { ctx } = await newShop()
  await newPair(ctx)
  const lists = await listCredentials(ctx)
  const plans = await plansOf(databaseUrl(), (db) => listHints({ ...ctx, db }, lists, new Date()))
  expect(plans).toHaveLength(4)
  const scanned = plans.flatMap(({ nodes }) => nodes.filter((node) => node['Node Type'] === 'Seq Scan'))
  expect(scanned.map((node) => node['Relation Name'])).toEqual([])
})
