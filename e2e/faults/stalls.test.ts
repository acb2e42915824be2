import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { factories } from '../fixtures/factories'
import { startOfficesProcess } from '../fixtures/offices-process'
import { openForTests } from '../fixtures/open-for-tests'
import { expectOneOutcomeEach, expectOnly, kinds, printFigures, quantileMs, recoveryMs } from './history'
import { startLoad } from './load'
import { openApiOnOwnPostgres } from './open-api'
import { withSql } from './own-postgres'
import { causesOf503, logSince } from './pool'
import { expectAlive, generousLimits } from './supervised-api'

/**
 * D12, D44: PostgreSQL stands still under the tills, and goes on, as on a disk that is slow for a while. What was under way then
 * ends in the middle of its rows, runs out of time, or was given up; none of it may show in another's answer (ADR-0018).
 */

const rounds = 50
/** Shorter than any bound of ours, then beyond `lock_timeout`, `statement_timeout`, and what an answer may take. */
const stallsMs = [50, 200, 700, 1_600, 2_200, 3_300]
const betweenMs = 500
/** They wait for every answer, however slow the machine: what it says is asked here, not when. */
const tills = { count: 12, perSecond: 60, newTotals: true, answerMsMax: 30_000 }

const { postgres, api } = openApiOnOwnPostgres()
const next = openForTests(async (atEnd) => {
  const offices = await startOfficesProcess(postgres().databaseUrl, generousLimits)
  atEnd(offices.stop)
  return offices
})

it(`PostgreSQL stopped and continued ${rounds} times under load: at both doors only 201 and 503, one outcome for each key, and every total as it was said`, async () => {
  const shops = await withSql(postgres().databaseUrl, async (sql) => {
    const make = factories(sql)
    return [await make.shop({ budget: '999999999.99' }), await make.shop({ budget: '999999999.99' })] as const
  })
  const doors = [
    { name: 'API', url: api().url, shop: shops[0] },
    { name: 'Next', url: next().url, shop: shops[1] },
  ].map((door) => ({ ...door, load: startLoad(door.url, door.shop, tills) }))
  const log = logSince(api())
  await wait(1_000)
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    least = Math.min(least, await postgres().stall(stallsMs[round % stallsMs.length] ?? 0))
    await wait(betweenMs)
  }
  const over = performance.now()
  for (const { load } of doors) await load.untilWell(over)
  for (const { load } of doors) await load.stop()

  printFigures(
    `PostgreSQL stopped ${rounds} times`,
    Object.fromEntries([
      ...doors.map(({ name, load }) => {
        const tries = load.tries()
        const slowest = quantileMs(tries, 1)
        return [
          name,
          { ...kinds(tries), 'slowest (ms)': slowest, 'last failure after it (ms)': recoveryMs(tries, over) },
        ]
      }),
      ['processes stopped, at least', least],
      ['causes of 503 at the API', causesOf503(log())],
    ]),
  )
  expect(least).toBeGreaterThan(5)
  expectAlive(api())
  for (const { load, shop } of doors) {
    const tries = load.tries()
    expectOnly(tries, ['201', '201 replayed', '503'])
    expect(kinds(tries)['503']).toBeGreaterThan(0)
    expect(recoveryMs(tries, over)).toBeLessThan(10_000)
    await withSql(postgres().databaseUrl, (sql) => expectOneOutcomeEach(sql, shop.merchant.id, load.writes))
  }
})
