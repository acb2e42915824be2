import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Sql } from '@/db/client'
import { call, send } from '../fixtures/client'
import { newReference, type Shop } from '../fixtures/factories'
import { countEach } from './history'
import { metricsToken } from './supervised-api'

/** DATABASE_POOL_MAX of an API that is told nothing else. */
export const poolMax = 10

/** How many connections the API has, and how many of them wait for a lock, other than the moment's that lets a table grow. */
export async function backendsOf(sql: Sql): Promise<{ open: number; locked: number; inTransaction: number }> {
  const [row] = await sql<{ open: number; locked: number; inTransaction: number }[]>`
    select count(*)::int as open, count(*) filter (where wait_event_type = 'Lock' and wait_event <> 'extend')::int as locked,
      count(*) filter (where state like 'idle in transaction%')::int as "inTransaction"
    from pg_stat_activity where application_name = 'aliado api' and datname = current_database()`
  return row ?? { open: -1, locked: -1, inTransaction: -1 }
}

/**
 * Fails unless every place of the pool works: as many writes as it has places wait at once, each on a connection of its own,
 * and when the lock before them is gone all are answered.
 */
export async function expectWholePool(sql: Sql, url: string, shop: Shop): Promise<void> {
  const { credential, person } = shop
  const applies = await sql.begin(async (locking) => {
    await locking`lock table authorizations in exclusive mode`
    const sent = Array.from({ length: poolMax }, () =>
      call(url, 'applyDiscount', {
        credential,
        body: {
          identificationTypeId: person.identificationTypeId,
          identification: person.identification,
          merchantDiscountId: shop.discountId,
          purchaseAmount: 100,
          reference: newReference(),
        },
      }),
    )
    const until = performance.now() + 1_000
    let seen = await backendsOf(sql)
    while (seen.locked < poolMax && performance.now() < until) {
      await wait(10)
      seen = await backendsOf(sql)
    }
    expect(seen).toEqual({ open: poolMax, locked: poolMax, inTransaction: 0 })
    return { sent }
  })
  const answers = await Promise.all(applies.sent)
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: poolMax }, () => 201))
}

/** How many statements run at the API's gate, and how many wait before it, as its metrics say. */
export async function gateLoad(url: string): Promise<{ running: number; waiting: number }> {
  const { text } = await send(`${url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })
  const count = (state: string) =>
    Number(new RegExp(`^aliado_database_statements\\{state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return { running: count('running'), waiting: count('waiting') }
}

/** Fails unless nothing is left at the gate and in the database, after a moment. */
export async function expectNothingLeft(sql: Sql, url: string): Promise<void> {
  await expect.poll(() => gateLoad(url)).toEqual({ running: 0, waiting: 0 })
  const backends = await backendsOf(sql)
  expect(backends.open).toBeLessThanOrEqual(poolMax)
  expect(backends).toMatchObject({ locked: 0, inTransaction: 0 })
}

/** The part of a log that was written from a moment on: what a test is about, and not what went before. */
export function logSince(api: { log(): string }): () => string {
  const start = api.log().length
  return () => api.log().slice(start)
}

/** How long the slowest refusal for want of the database took, as the API measured it. */
export const slowestRefusalMs = (log: string): number =>
  Math.max(0, ...unavailables(log).map((line) => Number(/"ms":([\d.]+)/.exec(line)?.[1] ?? 0)))

const unavailables = (log: string): string[] =>
  log.split('\n').filter((line) => line.includes('"faultCode":"service_unavailable"'))

/** How often each code stands behind a 503 in the log of the API. */
export function causesOf503(log: string): Record<string, number> {
  return countEach(unavailables(log).map((line) => /"sqlstate":"(\w+)"/.exec(line)?.[1] ?? 'the gate or patience'))
}
