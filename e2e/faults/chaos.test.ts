import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startChaosProxy } from '../fixtures/chaos-proxy'
import { createDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { openForTests } from '../fixtures/open-for-tests'
import { expectOneOutcomeEach, expectOnly, kinds, printFigures, quantileMs, recoveryMs, sentBetween } from './history'
import { startLoad } from './load'
import { causesOf503, expectWholePool, logSince, slowestRefusalMs } from './pool'
import { expectAlive, superviseApi } from './supervised-api'

/** D12, D44: whatever the wire between the API and PostgreSQL suffers, nobody waits for ever and nothing happens twice. */

const opened = openForTests(async (atEnd) => {
  const database = await createDatabase()
  atEnd(database.drop)
  const proxy = await startChaosProxy(database.databaseUrl)
  atEnd(proxy.close)
  const api = await superviseApi(proxy.databaseUrl)
  atEnd(api.stop)
  return { database, proxy, api }
})

type Fault = { name: string; begin: () => void; lastsMs: number; answersMeanwhile: boolean }

const faults: Fault[] = [
  { name: '300 ms later', begin: () => opened().proxy.delay(300), lastsMs: 5_000, answersMeanwhile: true },
  { name: 'black hole', begin: () => opened().proxy.blackHole(), lastsMs: 8_000, answersMeanwhile: false },
  { name: 'stalled, then delivered', begin: () => opened().proxy.stall(), lastsMs: 6_000, answersMeanwhile: false },
  { name: 'open connections forgotten', begin: () => opened().proxy.forget(), lastsMs: 4_000, answersMeanwhile: true },
  {
    name: 'a fifth of the answers reset',
    begin: () => opened().proxy.resetAnswers(0.2),
    lastsMs: 6_000,
    answersMeanwhile: true,
  },
  { name: 'half-closed every 200 ms', begin: halfCloseOften, lastsMs: 4_000, answersMeanwhile: true },
]

function halfCloseOften(): void {
  const timer = setInterval(() => opened().proxy.halfClose(), 200)
  setTimeout(() => clearInterval(timer), 3_800)
}

describe('a wire to the database', () => {
  it.each(faults)('$name: an answer or 503 within 3 s, one outcome each, and new sockets afterwards', async (fault) => {
    const shop = await factories(opened().database.sql).shop()
    const load = startLoad(opened().api.url, shop)
    await wait(1_500)
    const { resets } = opened().proxy.counts
    const log = logSince(opened().api)
    const began = performance.now()
    fault.begin()
    await wait(fault.lastsMs)
    opened().proxy.heal()
    const healed = performance.now()
    await load.untilWell(healed)
    const { dead } = opened().proxy.counts
    await load.stop()
    const left = opened().proxy.bury()

    const tries = load.tries()
    const during = sentBetween(tries, began, healed)
    const answered = during.filter(({ endedAt }) => endedAt < healed)
    printFigures(`The wire: ${fault.name} (${fault.lastsMs / 1000} s)`, {
      requests: `${tries.length} for ${load.writes.length} writes`,
      'answered during it': kinds(answered),
      'how fast': `p50 ${quantileMs(answered, 0.5)} ms, slowest ${quantileMs(answered, 1)} ms`,
      'slowest 503': `${slowestRefusalMs(log())} ms by the API's own clock`,
      'sent afterwards': kinds(sentBetween(tries, healed, Infinity)),
      'last failure': `${recoveryMs(tries, healed)} ms after it`,
      'answers reset': opened().proxy.counts.resets - resets,
      'backends left behind': left,
      'causes of 503': causesOf503(log()),
    })
    expectAlive(opened().api)
    expectOnly(tries, ['201', '201 replayed', '503'])
    expect(slowestRefusalMs(log())).toBeLessThan(3_000)
    expect(answered.some(({ kind }) => kind.startsWith('201'))).toBe(fault.answersMeanwhile)
    expect(recoveryMs(tries, healed)).toBeLessThan(10_000)
    expect(dead, 'sockets of dead connections').toBe(0)
    await expectOneOutcomeEach(opened().database.sql, shop.merchant.id, load.writes)
    await expectWholePool(opened().database.sql, opened().api.url, shop)
  })
})
