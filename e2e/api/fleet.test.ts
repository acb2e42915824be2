import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { findDifferences, findKept, type KeptSince } from '@/server/demo/fleet/check'
import { type FleetDay, sellThroughDay } from '@/server/demo/fleet/day'
import { findManager, openFleetShop } from '@/server/demo/fleet/open-shop'
import { planFleet } from '@/server/demo/fleet/plan'
import { canary } from '../fixtures/canaries'
import { clockThatJumps, jumpAnHour } from '../fixtures/clock'
import { createDatabase } from '../fixtures/database'
import { testDataKey } from '../fixtures/factories'
import { openTestOffice } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'
import { startService } from '../fixtures/service'

/** Issue 13: the fleet of `npm run demo:fleet`, twelve tills of it, on a day that waits for nothing. */

const given = openForTests(async (atEnd) => {
  const { sql, databaseUrl, drop } = await createDatabase()
  atEnd(drop)
  const office = openTestOffice(databaseUrl)
  atEnd(() => office.sql.end())
  return { sql, databaseUrl, db: office.db }
})

const plan = planFleet([2, 2, 2, 2, 2, 2])

/** The next millisecond: what comes after the rotation is told from what came before it by times of such a length. */
async function soon(): Promise<void> {
  const now = Date.now()
  while (Date.now() === now) await setImmediate()
}

/** A day of the fleet, and then so long that every reservation is over; what a process has seen is written when it ends. */
async function liveDay() {
  const { sql, db, databaseUrl } = given()
  const service = await startService(databaseUrl, { NODE_OPTIONS: clockThatJumps })
  let day: FleetDay
  let before: KeptSince
  try {
    const officeUrl = 'https://oficina.example'
    const shop = await openFleetShop({ sql, db, dataKey: testDataKey, officeUrl })
    for (const credential of shop.credentials.values())
      canary((credential.kind === 'api_key' ? credential.apiKey : credential.clientSecret).reveal())
    before = await findKept(sql, shop, new Date())
    day = await sellThroughDay(service.url, shop, plan, soon)
    await jumpAnHour(service)
  } finally {
    expect(await service.stop()).toBe(0)
  }
  return { day, differences: () => findDifferences(sql, day, before) }
}

/** Each answer that is lost is asked for again. */
const lossesOf = (tills: typeof plan) =>
  tills
    .flatMap(({ morning, afternoon }) => [...morning, ...afternoon])
    .filter(({ purchase, answersLost }) => answersLost > 0 && purchase !== 'stranger').length

const keptOf = async ({ shop }: FleetDay) => {
  const [row] = await given().sql`
    select sum(reserved)::int as reserved, sum(confirmed)::int as confirmed, sum(expired)::int as expired, sum(replayed)::int as repeated,
      sum(ended)::int as ended
    from terminal_hours where merchant_id = ${shop.ctx.member.merchantId}`
  return row
}

it('has exactly the tills with a fault told, a change of secret shown as the tills have seen it, the same on a second day, and finds what is told otherwise', async () => {
  const { sql } = given()
  expect(await findManager(sql)).toBeUndefined()
  const { day, differences } = await liveDay()
  expect(await findManager(sql)).toBeDefined()
  expect(await differences()).toEqual([])
  const sum = (name: keyof FleetDay['tills'][number]['did']) => day.tills.reduce((all, { did }) => all + did[name], 0)
  expect(await keptOf(day)).toEqual({
    ...{ reserved: sum('reserved') + sum('unanswered'), confirmed: sum('confirmed'), expired: sum('unanswered') },
    ...{ repeated: lossesOf(plan), ended: sum('reserved') + sum('unanswered') },
  })
  const again = await liveDay()
  expect(await again.differences()).toEqual([])

  const { merchantId } = again.day.shop.ctx.member
  const of = (terminal: string) => sql`merchant_id = ${merchantId} and terminal = ${terminal}`
  await sql`update terminals set refused_at = now(), refused_reason = 'revoked', refused_operation = 'GET /x' where ${of('NACO-01')}`
  await sql`update terminals set secret_at = secret_at - interval '1 day', last_call_at = secret_at - interval '1 day' where ${of('ROMANA-01')}`
  await sql`update terminal_hours set clock_seconds = 0
    where merchant_id = ${merchantId} and terminal_id = (select id from terminals where ${of('SANTIAGO-02')})`
  expect(await again.differences()).toEqual([
    'told in /portal/terminals: NACO-01 (refused), wrongly',
    'told in /portal/terminals: not SANTIAGO-02 (clockAhead)',
    'shown of the change of the secret: ROMANA-01 unheard, wrongly',
    'shown of the change of the secret: not ROMANA-01 switched',
  ])
})
