import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listDays, listFailing, listHours, listMinutes } from '@/db/queries/offices/network-minutes'
import { operatorPermissions } from '@/lib/accounts/permissions'
import { showHealth } from '@/lib/health/show-health'
import { sumMinutes } from '@/lib/health/sum-minutes'
import { operatorContextOf, people } from '../fixtures/members'
import { plansOf } from '../fixtures/plans'
import { startCompanies } from './company'
import { newTenant } from './tenants/tenant'

/** What the operator is told of the whole network, against rows as the tills' calls leave them (ADR-0057). */

const { world } = startCompanies()

const minuteMs = 60_000
/** A minute that is over, so many minutes ago. */
const minuteAgo = (minutes: number) => new Date(Math.floor(Date.now() / minuteMs) * minuteMs - minutes * minuteMs)

async function newShop() {
  const { make } = world()
  const { id } = await make.merchant()
  return { merchantId: id, apiKeyId: (await make.apiKey(id)).id }
}

type Shop = Awaited<ReturnType<typeof newShop>>
type CallOf = { at: Date; status?: number; code?: string | null; ms?: number }

/** Writes calls as the tills' processes do. */
const write = ({ merchantId, apiKeyId }: Shop, calls: readonly CallOf[]) =>
  world().sql`
    insert into api_requests ${world().sql(
      calls.map(({ at, status = 200, code = null, ms = 4 }) => ({
        ...{ merchant_id: merchantId, occurred_at: at.toISOString(), id: randomUUID(), api_key_id: apiKeyId },
        ...{ operation: 'checkEligibility', status, code, duration_ms: ms, request_id: 'r', details: '{}' },
      })),
    )}`

const newOperator = async (permissions = [...operatorPermissions]) =>
  operatorContextOf(world().office, await people(world().sql).newOperator({ permissions }))

const minuteOf = async (minute: Date) =>
  (await listMinutes(world().office.db, 200)).find((one) => one.minute.getTime() === minute.getTime())

describe('the sums of a minute', () => {
  it('count the calls of all merchants by how they ended and how long they took, and not those of the minute that lasts', async () => {
    const { sql, office } = world()
    await sql`truncate api_requests, network_minutes, merchant_minutes`
    const [one, other] = [await newShop(), await newShop()]
    const at = minuteAgo(2)
    await write(one, [{ at }, { at, ms: 4_000 }, { at, status: 404, code: 'discount_not_available', ms: 1.5 }])
    await write(other, [
      { at: new Date(at.getTime() + 59_999) },
      { at, status: 503, code: 'service_unavailable', ms: 3_000 },
      { at: new Date() },
    ])
    await sumMinutes(office.db)
    expect(await minuteOf(at)).toEqual({
      ...{ minute: at, calls: 5, done: 3, failed: 1, codes: { discount_not_available: 1 } },
      bins: { 1: 1, 3: 2, 21: 2 },
      ...{ authorized: 0, confirmed: 0, expired: 0 },
    })
    expect(await minuteOf(minuteAgo(0))).toBeUndefined()
    const failing = await listFailing(office.db, 15, 10)
    expect(failing.map(({ id, calls, failed, refused, code }) => ({ id, calls, failed, refused, code }))).toEqual([
      { id: other.merchantId, calls: 2, failed: 1, refused: 0, code: 'service_unavailable' },
    ])
  })

  it('are the same after another turn, take up what was written late, and leave no minute out', async () => {
    const { sql, office } = world()
    await sql`truncate api_requests, network_minutes, merchant_minutes`
    const shop = await newShop()
    const at = minuteAgo(2)
    await write(shop, [{ at }])
    await sumMinutes(office.db)
    await write(shop, [{ at }, { at: minuteAgo(1), status: 500, code: 'internal_error' }])
    await Promise.all([sumMinutes(office.db), sumMinutes(office.db)])
    await sumMinutes(office.db)
    expect(await minuteOf(at)).toMatchObject({ calls: 2, done: 2 })
    const minutes = (await listMinutes(office.db, 200)).map(({ minute }) => minute.getTime())
    expect(minutes.length).toBeGreaterThanOrEqual(60)
    expect(new Set(minutes).size).toBe(minutes.length)
    const steps = minutes.slice(1).map((minute, i) => (minutes[i] ?? 0) - minute)
    expect(new Set(steps)).toEqual(new Set([minuteMs]))
  })

  it('count what was reserved, confirmed and expired by itself, whether somebody marked it or not', async () => {
    const { sql, office } = world()
    await sql`truncate api_requests, network_minutes, merchant_minutes`
    const { merchantId, activeReference, consumptionId } = await newTenant(sql)
    const [at, made] = [minuteAgo(2), minuteAgo(17)]
    await sql`update consumptions set registered_at = ${at.toISOString()}::timestamptz where id = ${consumptionId}`
    await sql`update authorizations set authorized_at = ${made.toISOString()}::timestamptz, expires_at = ${at.toISOString()}::timestamptz
      where merchant_id = ${merchantId} and reference = ${activeReference}`
    await sumMinutes(office.db)
    const told = { calls: 0, authorized: 0, confirmed: 1, expired: 1 }
    expect(await minuteOf(at)).toMatchObject(told)
    expect(await minuteOf(made)).toMatchObject({ authorized: 1, confirmed: 0, expired: 0 })
    await sql`update authorizations set status = 'Expired', ended_at = now()
      where merchant_id = ${merchantId} and reference = ${activeReference}`
    await sumMinutes(office.db)
    expect(await minuteOf(at)).toMatchObject(told)
  })
})

describe('the page of the network’s health', () => {
  it('tells a merchant that sells unlike the same weekday and hour of four weeks', async () => {
    const { sql } = world()
    const [quiet, usual] = [await newShop(), await newShop()]
    const now = new Date()
    const { deviationHour } = await showHealth(await newOperator(), now)
    for (const [{ merchantId }, sales] of [
      [quiet, 3],
      [usual, 50],
    ] as const) {
      const [till] = await sql<{ id: number }[]>`
        insert into terminals (merchant_id, terminal, first_seen_at, seen_at) values (${merchantId}, 'CAJA-1', now(), now())
        returning id::int`
      for (const week of [0, 1, 2, 3, 4]) {
        const hour = new Date(deviationHour.getTime() - week * 168 * 3_600_000).toISOString()
        await sql`insert into terminal_hours (merchant_id, terminal_id, hour, confirmed)
          values (${merchantId}, ${till?.id ?? 0}, ${hour}::timestamptz, ${week === 0 ? sales : 50})`
      }
    }
    const { deviations } = await showHealth(await newOperator(), now)
    expect(deviations.map(({ id, sales, usual, part }) => ({ id, sales, usual, part }))).toEqual([
      { id: quiet.merchantId, sales: 3, usual: 50, part: -0.94 },
    ])
  })

  it('says when its figures are old', async () => {
    const { sql, office } = world()
    await sql`truncate network_minutes`
    const ctx = await newOperator()
    expect((await showHealth(ctx)).isStale).toBe(true)
    await sumMinutes(office.db)
    expect((await showHealth(ctx)).isStale).toBe(false)
    expect((await showHealth(ctx, new Date(Date.now() + 10 * minuteMs))).isStale).toBe(true)
  })

  it('is for who may look after the network alone', async () => {
    await expect(showHealth(await newOperator(['operator.team.manage']))).rejects.toThrow('permission_missing')
  })

  it('reads its sums by their indexes, never a table of calls or sales', async () => {
    const plans = await plansOf(world().databaseUrl, async (db) => {
      await listMinutes(db, 60)
      await listDays(db, new Date())
      await listFailing(db, 15, 20)
      await listHours(db, new Date())
    })
    const scans = plans.flatMap(({ nodes }) =>
      nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : [])),
    )
    expect(scans).toEqual([])
  })
})
