import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChaosProxy, startChaosProxy } from '../fixtures/chaos-proxy'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { expectOneOutcomeEach, expectOnly, kinds, printFigures, quantileMs, recoveryMs, sentBetween } from './history'
import { startLoad } from './load'
import { causesOf503, expectWholePool, logSince, slowestRefusalMs } from './pool'
import { type SupervisedApi, superviseApi } from './supervised-api'

/** D12, D44: whatever the wire between the API and PostgreSQL suffers, nobody waits for ever and nothing happens twice. */

let database: TestDatabase
let proxy: ChaosProxy
let api: SupervisedApi

beforeAll(async () => {
  database = await createDatabase()
  proxy = await startChaosProxy(database.databaseUrl)
  api = await superviseApi(proxy.databaseUrl)
})

afterAll(async () => {
  await api?.stop()
  await proxy?.close()
  await database?.drop()
})

type Fault = { name: string; begin: () => void; lastsMs: number; answersMeanwhile: boolean }

const faults: Fault[] = [
  { name: '300 ms later', begin: () => proxy.delay(300), lastsMs: 5_000, answersMeanwhile: true },
  { name: 'black hole', begin: () => proxy.blackHole(), lastsMs: 8_000, answersMeanwhile: false },
  { name: 'stalled, then delivered', begin: () => proxy.stall(), lastsMs: 6_000, answersMeanwhile: false },
  { name: 'open connections forgotten', begin: () => proxy.forget(), lastsMs: 4_000, answersMeanwhile: true },
  {
    name: 'a fifth of the answers reset',
    begin: () => proxy.resetAnswers(0.2),
    lastsMs: 6_000,
    answersMeanwhile: true,
  },
  { name: 'half-closed every 200 ms', begin: halfCloseOften, lastsMs: 4_000, answersMeanwhile: true },
]

function halfCloseOften(): void {
  const timer = setInterval(() => proxy.halfClose(), 200)
  setTimeout(() => clearInterval(timer), 3_800)
}

describe('a wire to the database', () => {
  it.each(faults)('$name: an answer or 503 within 3 s, one outcome each, and new sockets afterwards', async (fault) => {
    const shop = await factories(database.sql).shop()
    const load = startLoad(api.url, shop)
    await wait(1_500)
    const { resets } = proxy.counts
    const log = logSince(api)
    const began = performance.now()
    fault.begin()
    await wait(fault.lastsMs)
    proxy.heal()
    const healed = performance.now()
    await load.untilWell(healed)
    const { dead } = proxy.counts
    await load.stop()
    const left = proxy.bury()

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
      'answers reset': proxy.counts.resets - resets,
      'backends left behind': left,
      'causes of 503': causesOf503(log()),
    })
    expectOnly(tries, ['201', '201 replayed', '503'])
    expect(slowestRefusalMs(log())).toBeLessThan(3_000)
    expect(answered.some(({ kind }) => kind.startsWith('201'))).toBe(fault.answersMeanwhile)
    expect(recoveryMs(tries, healed)).toBeLessThan(10_000)
    expect(dead, 'sockets of dead connections').toBe(0)
    expect(api.deaths()).toEqual([])
    await expectOneOutcomeEach(database.sql, shop.merchant.id, load.writes)
    await expectWholePool(database.sql, api.url, shop)
  })
})
