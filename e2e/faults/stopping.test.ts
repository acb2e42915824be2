import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { till } from '../api/till'
import { startChaosProxy } from '../fixtures/chaos-proxy'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'
import { startService } from '../fixtures/service'
import { countEach, expectOneOutcomeEach, expectOnly, kinds, printFigures, sentBetween } from './history'
import { startLoad } from './load'

/** A process that is told to stop: a balancer hears it first, nothing that was accepted is lost, and it ends in time. */

const exitMsMax = 25_000

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})

afterAll(() => database?.drop())

/** What `/health/ready` says to a balancer that asks ten times a second, each time on a connection of its own. */
function balance(url: string) {
  const heard: { at: number; what: string }[] = []
  let over = false
  const asking = (async () => {
    while (!over) {
      const answer = await fetch(`${url}/health/ready`, { headers: { Connection: 'close' } }).catch(() => undefined)
      heard.push({ at: performance.now(), what: answer ? String(answer.status) : 'refused' })
      await answer?.body?.cancel()
      await wait(100)
    }
  })()
  return {
    heard,
    stop: async () => {
      over = true
      await asking
    },
  }
}

/** When a process wrote this to its log, as `performance.now()` of this one. */
function loggedAt(log: string, msg: string): number {
  const [, time = ''] = new RegExp(`"time":"([^"]+)".*"msg":"${msg}"`).exec(log) ?? []
  return performance.now() - (Date.now() - Date.parse(time))
}

it('on SIGTERM under load is not ready first, answers all that it accepted, writes last uses and ends with 0', async () => {
  const make = factories(database.sql)
  const shop = await make.shop()
  const justUsed = await make.apiKey(shop.merchant.id)
  const first = await startService(database.databaseUrl)
  const { url } = first
  const balancer = balance(url)
  const load = startLoad(url, shop)
  await wait(2_500)
  expect((await till(url, { ...shop, credential: justUsed }).eligibility()).status).toBe(200)
  const toldAt = performance.now()
  const exitCode = await first.stop()
  const endedAt = performance.now()
  // Another takes its place, so that the tills can bring to an end what they were refused.
  const second = await startService(database.databaseUrl, { API_PORT: new URL(url).port })
  await load.stop()
  await balancer.stop()
  await second.stop()

  const tries = load.tries()
  const sent = sentBetween(tries, toldAt, endedAt)
  const answered = new Set(tries.filter(({ kind }) => !kind.startsWith('no answer')).map(({ requestId }) => requestId))
  const mine = new Set(tries.map(({ requestId }) => requestId))
  const accepted = [...first.log().matchAll(/"requestId":"([^"]+)"/g)].flatMap(([, id = '']) =>
    mine.has(id) ? [id] : [],
  )
  const heard = balancer.heard.filter(({ at }) => at > toldAt && at < endedAt)
  const closesAt = loggedAt(first.log(), 'the integration API takes no new connection')
  printFigures('SIGTERM under load', {
    'exit code': `${exitCode} after ${Math.round(endedAt - toldAt)} ms`,
    'a balancer heard': countEach(heard.map(({ what }) => what)),
    'first 503 to it': `${Math.round((heard.find(({ what }) => what === '503')?.at ?? Number.NaN) - toldAt)} ms after SIGTERM`,
    'door closed': `${Math.round(closesAt - toldAt)} ms after SIGTERM`,
    'sent after SIGTERM': kinds(sent),
    'accepted and not answered': accepted.filter((id) => !answered.has(id)).length,
  })
  expect(exitCode).toBe(0)
  expect(endedAt - toldAt).toBeLessThan(exitMsMax)
  expect(heard.filter(({ what }) => what === '503').length).toBeGreaterThan(5)
  expect(accepted.length).toBeGreaterThan(200)
  expect(accepted.filter((id) => !answered.has(id))).toEqual([])
  // Whose connection waits in the kernel's queue when the door closes is reset with it. Not before, as its log says when that was; and
  // who comes after the balancer was refused is refused too.
  const refusedAt = heard.find(({ what }) => what === 'refused')?.at ?? endedAt
  const resetAtDoor = tries.filter(
    ({ kind, startedAt, endedAt: at }) => kind === 'no answer (ECONNRESET)' && at >= closesAt && startedAt <= refusedAt,
  )
  expectOnly(
    tries.filter((one) => !resetAtDoor.includes(one)),
    ['201', '201 replayed', 'no answer (ECONNREFUSED)'],
  )
  await expectOneOutcomeEach(database.sql, shop.merchant.id, load.writes)
  const used = await database.sql`select from api_keys where id = ${justUsed.id} and last_used_at is not null`
  expect(used).toHaveLength(1)
})

it('ends at once on a second SIGTERM', async () => {
  const shop = await factories(database.sql).shop()
  const service = await startService(database.databaseUrl)
  await database.sql.begin(async (sql) => {
    await sql`select from discounts where id = ${shop.discountId} for update`
    const lost = till(service.url, shop)
      .apply()
      .catch(() => {})
    await expect.poll(() => lockWaits(database.sql, { program: 'aliado api' })).toBe(1)
    const stopped = service.stop()
    await expect.poll(() => service.log()).toContain('the integration API stops')
    process.kill(service.pid, 'SIGTERM')
    // After the first alone the call would be answered, and the process end with 0.
    expect(await stopped).toBe(1)
    await lost
  })
})

it('ends in time when the database does not answer any more', async () => {
  const shop = await factories(database.sql).shop()
  const proxy = await startChaosProxy(database.databaseUrl)
  const service = await startService(proxy.databaseUrl)
  const my = till(service.url, shop)
  expect((await my.eligibility()).status).toBe(200)
  proxy.blackHole()
  const underWay = Array.from({ length: 20 }, () => my.eligibility())
  const toldAt = performance.now()
  const exitCode = await service.stop()
  const ms = Math.round(performance.now() - toldAt)
  const statuses = (await Promise.all(underWay)).map(({ status }) => status)
  await proxy.close()
  printFigures('SIGTERM while the database is a black hole', {
    'exit code': `${exitCode} after ${ms} ms`,
    'calls under way': countEach(statuses.map(String)),
  })
  expect(statuses).toEqual(statuses.map(() => 503))
  expect(exitCode).toBe(0)
  expect(ms).toBeLessThan(exitMsMax)
})
