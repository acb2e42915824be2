import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { factories } from '../fixtures/factories'
import { countEach, expectOneOutcomeEach, expectOnly, kinds, printFigures } from './history'
import { startLoad, type Write } from './load'
import { openApiOnOwnPostgres } from './open-api'
import { withSql } from './own-postgres'

/** D44: the API may die at any moment. Its supervisor starts another; a till that asks again learns what became of its write. */

const killings = 30
const lifeMs = { least: 100, most: 1_500 }

const { postgres, api } = openApiOnOwnPostgres()

it(`loses no answer and doubles no outcome when it is killed ${killings} times under load (D44)`, async () => {
  const shop = await withSql(postgres().databaseUrl, (sql) => factories(sql).shop({ budget: '999999999.99' }))
  const load = startLoad(api().url, shop)
  const awayMs: number[] = []
  for (let killing = 0; killing < killings; killing++) {
    await wait(randomInt(lifeMs.least, lifeMs.most))
    const killedAt = performance.now()
    api().kill()
    await expect.poll(() => api().deaths().length).toBe(killing + 1)
    // What began before may have been answered by the one that was killed, and the next kill would find no process.
    const diedAt = performance.now()
    const back = () => load.tries().find(({ startedAt, kind }) => startedAt > diedAt && kind.startsWith('201'))
    await expect.poll(back).toBeDefined()
    awayMs.push(Math.round((back()?.endedAt ?? Number.NaN) - killedAt))
  }
  await load.stop()

  const tries = load.tries()
  awayMs.sort((a, b) => a - b)
  printFigures(`The API killed ${killings} times under load`, {
    'ends of the API process': countEach(api().deaths()),
    requests: `${tries.length} for ${load.writes.length} writes`,
    'what the tills saw': kinds(tries),
    'writes tried again': load.writes.filter(({ tries }) => tries[0]?.kind !== '201').length,
    'done, though the answer was lost': load.writes.filter(wasDoneUnseen).length,
    'until the next answer': `p50 ${awayMs[killings / 2]} ms, longest ${awayMs.at(-1)} ms`,
  })
  expect(api().deaths()).toEqual(Array.from({ length: killings }, () => 'SIGKILL'))
  expectOnly(tries, ['201', '201 replayed', '503', 'no answer'])
  await withSql(postgres().databaseUrl, (sql) => expectOneOutcomeEach(sql, shop.merchant.id, load.writes))
})

/** The first answer that the till saw was a replay: the one before was lost with its process, the write was not. */
const wasDoneUnseen = ({ tries }: Write): boolean => tries.find(({ kind }) => kind.startsWith('201'))?.kind !== '201'
