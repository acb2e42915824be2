import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { type ApiKey, factories } from '../fixtures/factories'
import { lockWaits, reservingAlone } from '../fixtures/lock-waits'
import { startRedis, type TestRedis } from '../fixtures/redis'
import { type RunningService, startProcess } from '../fixtures/service'

/** API_PROCESSES: several processes behind the one port, which to the world and to the supervisor are one. */

const path = '/api/v1/integrations/identification-types'
const soon = { interval: 20 }

let database: TestDatabase
let redis: TestRedis
let make: ReturnType<typeof factories>
let service: RunningService | undefined

beforeAll(async () => {
  database = await createDatabase()
  redis = await startRedis()
  make = factories(database.sql)
  await make.identificationTypes()
})

afterEach(async () => {
  await service?.stop()
  service = undefined
})

afterAll(async () => {
  await redis?.close()
  await database?.drop()
})

async function start(variables: Record<string, string> = {}): Promise<RunningService> {
  const started = await startProcess(database.databaseUrl, { API_PROCESSES: '3', ...variables })
  service = started
  return started
}

type Line = { pid?: number; msg?: string; place?: number; waitMs?: number; processes?: number; operation?: string }

const linesOf = ({ log }: RunningService): Line[] =>
  log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** The processes that this one has started, as the system tells. */
async function workersOf({ pid }: RunningService): Promise<number[]> {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Calls on a connection of its own each, so that every process gets some. Undefined for a connection that broke. */
async function ask(url: string, { apiKey }: ApiKey): Promise<number | undefined> {
  const dispatcher = new Agent({ connections: 1, pipelining: 0 })
  try {
    const { statusCode, body } = await request(`${url}${path}`, { headers: { 'X-Api-Key': apiKey }, dispatcher })
    await body.dump()
    return statusCode
  } catch {
    return undefined
  } finally {
    await dispatcher.close()
  }
}

/** Which of the processes answered: their database connections tell who is there, so each is asked for its own. */
const backends = async (): Promise<number> => {
  const rows = await database.sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'aliado api'`
  return rows.length
}

describe('API_PROCESSES=3', () => {
  it('starts three processes, tells once that they listen, and each of them answers on the one port', async () => {
    const running = await start({ DATABASE_POOL_MAX: '1' })
    expect(await workersOf(running)).toHaveLength(3)
    const { credential } = await make.shop()
    for (let n = 0; n < 12; n++) expect(await ask(running.url, credential)).toBe(200)
    // One connection each.
    expect(await backends()).toBe(3)
    const told = linesOf(running).filter(({ msg }) => msg === 'the processes of the integration API listen')
    expect(told).toHaveLength(1)
    expect(told[0]?.processes).toBe(3)
    expect(linesOf(running).filter(({ msg }) => msg?.startsWith('without REDIS_URL'))).toHaveLength(1)
  })

  it('shares the limits through Redis: one burst, not three', async () => {
    const running = await start({ REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '20', RATE_LIMIT_BURST: '12' })
    const countsInRedis = async () => {
      const { credential } = await make.shop()
      for (let n = 0; n < 9; n++) await ask(running.url, credential)
      const key = `aliado:rate:default:api_key:${credential.id}`
      // Full again after 3 s for each that was counted there: all nine were.
      return (await redis.client.pttl(key)) > 24_000
    }
    await expect.poll(countsInRedis, soon).toBe(true)
    const { credential } = await make.shop()
    const startedAt = performance.now()
    const statuses = await Promise.all(Array.from({ length: 36 }, () => ask(running.url, credential)))
    const seconds = (performance.now() - startedAt) / 1_000
    const accepted = statuses.filter((status) => status === 200).length
    expect(accepted).toBeGreaterThanOrEqual(12)
    expect(accepted).toBeLessThanOrEqual(12 + Math.floor(seconds / 3))
    expect(statuses.filter((status) => status === 429)).toHaveLength(36 - accepted)
  })

  it('starts a process again that dies, at once and then after growing waits, while the others serve', async () => {
    const running = await start()
    const { credential } = await make.shop()
    for (let death = 1; death <= 3; death++) {
      await expect.poll(async () => (await workersOf(running)).length, soon).toBe(3)
      const [victim] = (await workersOf(running)).slice(-1)
      if (victim === undefined) throw new Error('there is no process to kill')
      process.kill(victim, 'SIGKILL')
      await expect.poll(() => isAlive(victim), soon).toBe(false)
      // What is new goes to the others: no connection is refused.
      for (let n = 0; n < 20; n++) expect(await ask(running.url, credential)).toBe(200)
      await expect.poll(() => linesOf(running).filter(({ waitMs }) => waitMs !== undefined).length, soon).toBe(death)
    }
    await expect.poll(async () => (await workersOf(running)).length, soon).toBe(3)
    const waits = linesOf(running).filter(({ waitMs }) => waitMs !== undefined)
    for (const victims of [0, 1, 2].map((each) => waits.filter(({ place }) => place === each))) {
      expect(victims.map(({ waitMs }) => waitMs)).toEqual([0, 250, 500].slice(0, victims.length))
    }
    // It told the supervisor once only, at the start.
    expect(linesOf(running).filter(({ processes }) => processes !== undefined)).toHaveLength(1)
  })

  it('ends all on SIGTERM when what was accepted has been answered, with exit code 0', async () => {
    const running = await start()
    const { credential } = await make.shop()
    const workers = await workersOf(running)
    const statuses: (number | undefined)[] = []
    let over = false
    const calling = Array.from({ length: 6 }, async () => {
      while (!over) {
        const status = await ask(running.url, credential)
        // A connection that was not accepted any more is no failure of an accepted request.
        if (status !== undefined) statuses.push(status)
        else await wait(5)
      }
    })
    await expect.poll(() => statuses.length, soon).toBeGreaterThan(50)
    expect(await running.stop()).toBe(0)
    over = true
    await Promise.all(calling)
    service = undefined
    expect([...new Set(statuses)]).toEqual([200])
    for (const pid of workers) expect(isAlive(pid)).toBe(false)
    expect(linesOf(running).filter(({ msg }) => msg === 'the integration API stops')).toHaveLength(3)
  })

  it('lets every process answer the call that waits for a lock before it ends', async () => {
    const running = await start()
    const shop = await make.shop()
    const { identificationTypeId, identification } = shop.person
    const body = (n: number) => ({
      identificationTypeId,
      identification,
      merchantDiscountId: shop.discountId,
      purchaseAmount: 100,
      reference: `T-${n}`,
    })
    const { answers, stopped } = await database.sql.begin(async (held) => {
      await held`select from discounts where id = ${shop.discountId} for update`
      const answers = Array.from({ length: 6 }, (_, n) =>
        call(running.url, 'applyDiscount', { credential: shop.credential, body: body(n) }),
      )
      await eventually(async () =>
        expect(await lockWaits(database.sql, { text: reservingAlone })).toBeGreaterThanOrEqual(6),
      )
      return { answers, stopped: running.stop() }
    })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(await stopped).toBe(0)
    service = undefined
  })

  it('shows at /metrics what all of them have counted, whichever answers', async () => {
    const token = 'a-token-of-sixteen-characters'
    const running = await start({ METRICS_TOKEN: token })
    const { credential } = await make.shop()
    for (let n = 0; n < 30; n++) expect(await ask(running.url, credential)).toBe(200)
    for (let n = 0; n < 6; n++) {
      const response = await fetch(`${running.url}/metrics`, {
        headers: { Authorization: `Bearer ${token}`, Connection: 'close' },
      })
      expect(response.status).toBe(200)
      const text = await response.text()
      expect(text).toContain('aliado_requests_total{operation="listIdentificationTypes",status="200"} 30')
      expect(text).toMatch(/^aliado_sweeper_lag_seconds \d/m)
    }
  })

  it('leaves nobody behind when the first process is killed', async () => {
    const running = await start()
    const workers = await workersOf(running)
    await running.kill('SIGKILL')
    service = undefined
    await expect.poll(() => workers.filter(isAlive), soon).toEqual([])
  })

  it('ends when a process cannot start at all, with the reason', async () => {
    const running = await start()
    const taken = new URL(running.url).port
    await expect(startProcess(database.databaseUrl, { API_PROCESSES: '2', API_PORT: taken })).rejects.toThrow(
      /ended with 1[\s\S]*EADDRINUSE/,
    )
  })

  it('sweeps in one process for all (D35)', async () => {
    const running = await start()
    const shop = await make.shop()
    const { identificationTypeId, identification } = shop.person
    const body = {
      identificationTypeId,
      identification,
      merchantDiscountId: shop.discountId,
      purchaseAmount: 100,
      reference: 'R',
    }
    expect((await call(running.url, 'applyDiscount', { credential: shop.credential, body })).status).toBe(201)
    await database.sql`update authorizations set authorized_at = authorized_at - interval '1 hour',
      expires_at = now() - interval '1 second' where merchant_id = ${shop.merchant.id}`
    await expect
      .poll(async () => {
        const [row] = await database.sql`select status from authorizations where merchant_id = ${shop.merchant.id}`
        return row?.status
      }, soon)
      .toBe('Expired')
    await running.stop()
    service = undefined
    expect(linesOf(running).filter(({ msg }) => msg === 'swept')).toHaveLength(1)
  })
})

describe('API_PROCESSES=1', () => {
  it('is one process without any below it', async () => {
    const running = await start({ API_PROCESSES: '1' })
    expect(await workersOf(running)).toEqual([])
    expect(linesOf(running).some(({ processes }) => processes !== undefined)).toBe(false)
  })
})
