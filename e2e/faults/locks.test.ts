import { setTimeout as wait } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import { describe, expect, it } from 'vitest'
import { send } from '../fixtures/client'
import { factories } from '../fixtures/factories'
import { expectOneOutcomeEach, expectOnly, kinds, printFigures, quantileMs, recoveryMs, sentBetween } from './history'
import { openTills, startLoad } from './load'
import { openApiOnDatabase } from './open-api'
import { backendsOf, causesOf503, expectNothingLeft, gateLoad, logSince, slowestRefusalMs } from './pool'

/** D12: what somebody holds locked is 503 in time, for those alone who need it, and forgotten as soon as it is let go. */

const { database, api } = openApiOnDatabase()

/** D12: within this every call is answered. */
const answerMsMax = 3_000

/** Holds a lock in a session of its own while something is done, and tells from when until when. */
async function holding<T>(lock: (sql: TransactionSql) => Promise<unknown>, meanwhile: () => Promise<T>) {
  return database().sql.begin(async (sql) => {
    await lock(sql)
    const began = performance.now()
    const seen = await meanwhile()
    // Before the lock is let go: who waited for it may be answered before we hear that it is gone.
    return { began, seen, released: performance.now() }
  })
}

/** What the two health checks say for so long. */
async function watchHealth(ms: number) {
  const until = performance.now() + ms
  const watch = async (name: 'live' | 'ready') => {
    const seen: Record<string, number> = {}
    while (performance.now() < until) {
      const { status } = await send(`${api().url}/health/${name}`)
      seen[status] = (seen[status] ?? 0) + 1
      await wait(100)
    }
    return seen
  }
  const [live, ready, atWorst] = await Promise.all([
    watch('live'),
    watch('ready'),
    wait(ms / 2).then(() => gateLoad(api().url)),
  ])
  return { live, ready, atWorst }
}

/** The most backends that were seen to wait for a lock at once, in so long. */
async function mostLocked(ms: number): Promise<number> {
  const until = performance.now() + ms
  let most = 0
  while (performance.now() < until) {
    most = Math.max(most, (await backendsOf(database().sql)).locked)
    await wait(50)
  }
  return most
}

describe('while every connection is held', () => {
  it('by a locked table, all is 503 in time, the process lives and is not ready; then all is well within a second', async () => {
    const shop = await factories(database().sql).shop()
    const load = startLoad(api().url, shop)
    await wait(1_000)
    const log = logSince(api())
    const { began, released, seen } = await holding(
      (sql) => sql`lock table api_keys in access exclusive mode`,
      () => watchHealth(6_000),
    )
    await load.untilWell(released)
    await load.stop()

    const tries = load.tries()
    const during = sentBetween(tries, began, released).filter(({ endedAt }) => endedAt < released)
    printFigures('api_keys locked for 6 s', {
      'answered during it': kinds(during),
      'slowest 503': `${slowestRefusalMs(log())} ms by the API's own clock`,
      'the gate in the middle of it': seen.atWorst,
      '/health/live': seen.live,
      '/health/ready': seen.ready,
      'last failure': `${recoveryMs(tries, released)} ms after it`,
      'causes of 503': causesOf503(log()),
    })
    expectOnly(during, ['503'])
    expect(slowestRefusalMs(log())).toBeLessThan(answerMsMax)
    expect([Object.keys(seen.live), Object.keys(seen.ready)]).toEqual([['200'], ['503']])
    expect(recoveryMs(tries, released)).toBeLessThan(1_000)
    expect((await send(`${api().url}/health/ready`)).status).toBe(200)
    await expectOneOutcomeEach(database().sql, shop.merchant.id, load.writes)
    await expectNothingLeft(database().sql, api().url)
  })

  it('by fifty locked authorizations, who needs a connection is told 503 in time; then each is confirmed once', async () => {
    const shop = await factories(database().sql).shop()
    const tills = openTills(api().url, shop, 50)
    const applied = await Promise.all(Array.from({ length: 50 }, () => tills.apply()))
    const log = logSince(api())
    const { began, released, seen } = await holding(
      (sql) => sql`select from authorizations where merchant_id = ${shop.merchant.id} for update`,
      async () => {
        const consumed = Promise.all(applied.map((write) => tills.consume(write, 2)))
        await wait(500)
        return { consumed, health: await watchHealth(4_000) }
      },
    )
    await seen.consumed
    const over = performance.now()
    await tills.close()

    const tries = tills.tries()
    printFigures('Fifty authorizations locked for 4.5 s, a till at each', {
      'answered during it': kinds(sentBetween(tries, began, released).filter(({ endedAt }) => endedAt < released)),
      'slowest 503': `${slowestRefusalMs(log())} ms by the API's own clock`,
      'the gate in the middle of it': seen.health.atWorst,
      '/health/live': seen.health.live,
      '/health/ready': seen.health.ready,
      'all confirmed, and asked once more': `${Math.round(over - released)} ms after it`,
      'causes of 503': causesOf503(log()),
    })
    expectOnly(sentBetween(tries, began, released), ['201', '201 replayed', '503'])
    expect(slowestRefusalMs(log())).toBeLessThan(answerMsMax)
    expect(Object.keys(seen.health.live)).toEqual(['200'])
    expect(seen.health.ready).toMatchObject({ 503: expect.any(Number) })
    expect(recoveryMs(tries, released)).toBeLessThan(1_000)
    await expectOneOutcomeEach(database().sql, shop.merchant.id, tills.writes)
    await expectNothingLeft(database().sql, api().url)
  })
})

describe('a lock of 20 s on one purchase', () => {
  it('delays its own calls alone: the others do not notice, and nothing is left open', async () => {
    const make = factories(database().sql)
    const [locked, other] = [await make.shop(), await make.shop()]
    const its = openTills(api().url, locked, 3)
    const applied = await its.apply()
    const load = startLoad(api().url, other, { perSecond: 60 })
    await wait(1_000)
    const { began, released, seen } = await holding(
      (sql) => sql`select from authorizations where merchant_id = ${locked.merchant.id} for update`,
      async () => {
        const consumed = its.consume(applied)
        const released = its.consume(applied)
        const locked = await mostLocked(20_000)
        return { calls: [consumed, released], locked, backends: await backendsOf(database().sql) }
      },
    )
    const own = await Promise.all(seen.calls)
    await load.stop()
    await its.close()

    const ownDuring = sentBetween(its.tries(), began, released)
    const others = sentBetween(load.tries(), began, released)
    printFigures('One authorization locked for 20 s', {
      'its own calls': kinds(ownDuring),
      'calls for others': kinds(others),
      'how fast those were': `p50 ${quantileMs(others, 0.5)} ms, p99 ${quantileMs(others, 0.99)} ms, slowest ${quantileMs(others, 1)} ms`,
      'backends at a lock': `${seen.locked} at most`,
      'backends at its end': seen.backends,
    })
    expectOnly(others, ['201', '201 replayed'])
    // None waits for the lock: there are never more backends at one than its own two calls.
    expect(seen.locked).toBeLessThanOrEqual(2)
    const inTime = others.filter(({ startedAt }) => startedAt < released - answerMsMax)
    expect(inTime.length).toBeGreaterThan(200)
    expect(inTime.filter(({ endedAt }) => endedAt > released)).toEqual([])
    expect(ownDuring.filter(({ endedAt }) => endedAt < released).map(({ kind }) => kind)).not.toContain('201')
    // Two tills with a key each: one confirms, the other is told that it is done.
    expect(own.map(({ tries }) => tries.at(-1)?.kind).sort()).toEqual(['201', '400 authorization_already_used'])
    expect(seen.backends.inTransaction).toBe(0)
    await expectOneOutcomeEach(database().sql, other.merchant.id, load.writes)
    await expectNothingLeft(database().sql, api().url)
  })
})
