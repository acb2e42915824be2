import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import type { TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { expectOneOutcomeEach, expectOnly, kinds, printFigures, recoveryMs } from './history'
import { startLoad } from './load'
import { openApiOnDatabase } from './open-api'
import { backendsOf, causesOf503, expectNothingLeft, expectWholePool, logSince } from './pool'
import { expectAlive } from './supervised-api'

/**
 * The driver has open defects with a backend that dies in the middle of a statement (trust.md A8.4): an error that nobody can
 * catch, a place of the pool that is broken for good, statements of one caller on the connection of another. None may show.
 */

const { database, api } = openApiOnDatabase()

const ofApi = (sql: Sql) => sql`application_name = 'aliado api' and datname = current_database()`

/** Ends those that wait for a lock, all at once: each is in the middle of a write. */
async function endLocked({ sql }: TestDatabase): Promise<number> {
  return sql.begin(async (locking) => {
    await locking`lock table authorizations in exclusive mode`
    const until = performance.now() + 500
    while ((await backendsOf(sql)).locked < 5 && performance.now() < until) await wait(5)
    const ended = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where ${ofApi(sql)} and wait_event_type = 'Lock'`
    return ended.count
  })
}

/** Ends one that works at this very moment, if one does. */
async function endActive({ sql }: TestDatabase): Promise<number> {
  const ended = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where ${ofApi(sql)} and state = 'active' limit 1`
  return ended.count
}

it('survives the end of 200 backends in the middle of a statement, and mixes no two answers', async () => {
  const shop = await factories(database().sql).shop()
  const load = startLoad(api().url, shop)
  const log = logSince(api())
  await wait(1_000)
  const ended = { active: 0, locked: 0 }
  const until = performance.now() + 40_000
  while (ended.active < 100 && performance.now() < until) {
    ended.active += await endActive(database())
    await wait(10)
  }
  while (ended.locked < 100 && performance.now() < until) {
    ended.locked += await endLocked(database())
    await wait(100)
  }
  const over = performance.now()
  await load.untilWell(over)
  await load.stop()

  const tries = load.tries()
  printFigures('Backends ended in the middle of a statement', {
    ended: ended,
    requests: `${tries.length} for ${load.writes.length} writes`,
    'what the tills saw': kinds(tries),
    'last failure': `${recoveryMs(tries, over)} ms after the last`,
    'ends of the API process': api().deaths().length,
    'causes of 503': causesOf503(log()),
  })
  expect(Math.min(ended.active, ended.locked)).toBeGreaterThanOrEqual(100)
  expectAlive(api())
  expectOnly(tries, ['201', '201 replayed', '503'])
  expect(recoveryMs(tries, over)).toBeLessThan(2_000)
  await expectOneOutcomeEach(database().sql, shop.merchant.id, load.writes)
  await expectWholePool(database().sql, api().url, shop)
  await expectNothingLeft(database().sql, api().url)
})
