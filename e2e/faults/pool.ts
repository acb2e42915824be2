import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
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

const whole = {
  backends: { open: poolMax, locked: poolMax, inTransaction: 0 },
  statuses: Array.from({ length: poolMax }, () => 201),
}

/**
 * Fails unless every place of the pool works: as many writes as it has places wait at once, each on a connection of its own,
 * and when the lock before them is gone all are answered. A crowded machine can open the last connection after the first write has waited
 * as long as a till may for a lock, which is told "not now" (D12): they are sent again then, and a place that is lost stays lost.
 */
export async function expectWholePool(sql: Sql, url: string, shop: Shop): Promise<void> {
  let seen = await fillPool(sql, url, shop)
  for (let again = 0; again < 5 && !isDeepStrictEqual(seen, whole); again++) {
    for (const status of seen.statuses) expect([201, 503]).toContain(status)
    seen = await fillPool(sql, url, shop)
  }
  expect(seen).toEqual(whole)
}

/** Sends that many writes while a lock is before them, and returns the backends at that time and how the writes were answered. */
async function fillPool(sql: Sql, url: string, { credential, person, discountId }: Shop): Promise<typeof whole> {
  const { sent, backends } = await sql.begin(async (locking) => {
    await locking`lock table authorizations in exclusive mode`
    const sent = Array.from({ length: poolMax }, () =>
      call(url, 'applyDiscount', {
        credential,
        body: {
          identificationTypeId: person.identificationTypeId,
          identification: person.identification,
          merchantDiscountId: discountId,
          purchaseAmount: 100,
          reference: newReference(),
        },
      }),
    )
    const until = performance.now() + 1_000
    let backends = await backendsOf(sql)
    while (backends.locked < poolMax && performance.now() < until) {
      await wait(10)
      backends = await backendsOf(sql)
    }
    return { sent, backends }
  })
  const answers = await Promise.all(sent)
  return { backends, statuses: answers.map(({ status }) => status) }
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
