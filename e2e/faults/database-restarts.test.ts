import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { factories } from '../fixtures/factories'
import { expectOneOutcomeEach, expectOnly, kinds, printFigures, recoveryMs, sentBetween } from './history'
import { startLoad } from './load'
import { openApiOnOwnPostgres } from './open-api'
import { withSql } from './own-postgres'
import { causesOf503, expectWholePool, logSince } from './pool'
import { expectAlive } from './supervised-api'

/** D12, D44: PostgreSQL goes away under the tills, and comes back. */

const { postgres, api } = openApiOnOwnPostgres()

const newShop = () => withSql(postgres().databaseUrl, (sql) => factories(sql).shop())

/** Load before, during and after a fault; the figures of what the tills saw. */
async function underLoad(title: string, fault: () => Promise<void>): Promise<void> {
  const shop = await newShop()
  const load = startLoad(api().url, shop)
  await wait(1_500)
  const log = logSince(api())
  const began = performance.now()
  await fault()
  const over = performance.now()
  await load.untilWell(over)
  await load.stop()

  const tries = load.tries()
  printFigures(title, {
    requests: `${tries.length} for ${load.writes.length} writes`,
    'in the window': kinds(sentBetween(tries, began, over)),
    'after it': kinds(sentBetween(tries, over, Infinity)),
    'last failure': `${recoveryMs(tries, over)} ms after it`,
    'ends of the API process': api().deaths().length,
    'causes of 503': causesOf503(log()),
  })
  expectAlive(api())
  expectOnly(tries, ['201', '201 replayed', '503'])
  expect(recoveryMs(tries, over)).toBeLessThan(10_000)
  await withSql(postgres().databaseUrl, async (sql) => {
    await expectOneOutcomeEach(sql, shop.merchant.id, load.writes)
    await expectWholePool(sql, api().url, shop)
  })
}

describe('PostgreSQL, under load,', () => {
  it.each([
    ['restarted fast', 'SIGINT'],
    ['restarted at once, as after a crash', 'SIGQUIT'],
  ] as const)(
    '%s, costs nothing but some 503: no answer is lost, and the pool is whole again (D12)',
    async (how, signal) => {
      await underLoad(`PostgreSQL ${how}`, () => postgres().end(signal))
    },
  )

  it('whose backends are ended every half second for 10 s: only 201 and 503, then all is well (D12)', async () => {
    let ended = 0
    await underLoad('Backends ended every 500 ms for 10 s', () =>
      withSql(postgres().databaseUrl, async (sql) => {
        for (let round = 0; round < 20; round++) {
          const [row] = await sql`
            select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity where application_name = 'aliado api'`
          ended += row?.ended
          await wait(500)
        }
      }),
    )
    expect(ended).toBeGreaterThan(20)
  })
})
