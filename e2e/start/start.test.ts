import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildOnce } from '../fixtures/build'
import { createDatabase } from '../fixtures/database'
import { testDataKey } from '../fixtures/factories'
import { ending, startWholeService } from '../fixtures/whole-service'
import { accepts, postSignIn } from './doors'

/** What `npm start` brings up, as it is run; on every Node that package.json names. */

/** Addresses of this machine that are not 127.0.0.1. */
const otherAddresses = [
  '::1',
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address),
]

async function openAhead(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {}).resume()
}

beforeAll(buildOnce)

describe('npm start with nothing set', () => {
  it('brings up everything, with a demo network that sells, on every interface', async () => {
    const service = await startWholeService()
    expect(service.said).toContain('The demo network is loaded.')
    expect(service.said).toContain('(test environment)\n')
    expect(service.said).toContain('Listening on     every interface\n')
    const sale = await ending(['--import', 'tsx', 'server/demo/till.ts'], {
      DATA_DIRECTORY: service.dataDirectory,
      API_PORT: String(service.apiPort),
    })
    expect(sale).toMatchObject({ code: 0, said: expect.stringContaining('Done: every step answered') })
    for (const door of [service.port, service.apiPort]) {
      const answers = await Promise.all(otherAddresses.map((address) => accepts(address, door)))
      expect(answers).toContain(true)
    }
    // A browser opens connections ahead, on which it may never ask anything.
    await Promise.all([service.port, service.apiPort].map(openAhead))
    const { code, said } = await service.stop()
    expect(code).toBe(0)
    expect(said).not.toContain('had not ended')
  })
})

describe('npm start on a database that somebody named', () => {
  it('loads no user with a published password when SERVICE_ENVIRONMENT is forgotten, and says that it is', async () => {
    const database = await createDatabase('template0')
    const named = { DATABASE_URL: database.databaseUrl, DATA_KEY: testDataKey }
    const service = await startWholeService(named)
    expect(service.said).not.toContain('demo network')
    expect(service.said).toContain('(test environment, since SERVICE_ENVIRONMENT is not set)')
    for (const table of ['users', 'merchants', 'companies', 'api_keys']) {
      expect(await database.sql`select from ${database.sql(table)}`, table).toHaveLength(0)
    }
    await service.stop()

    const asked = await startWholeService({ ...named, SERVICE_ENVIRONMENT: 'test', DEMO_NETWORK: 'true' })
    expect(asked.said).toContain('The demo network is loaded.')
    expect(await database.sql`select from users where email = 'admin@mercado.example'`).toHaveLength(1)
    await asked.stop()
    await database.drop()
  })
})

describe('npm start behind proxies', () => {
  it('listens on loopback alone at both doors, in several processes too, until HOST says otherwise', async () => {
    const database = await createDatabase()
    const behind = { DATABASE_URL: database.databaseUrl, DATA_KEY: testDataKey, TRUSTED_PROXY_HOPS: '1' }
    const service = await startWholeService({ ...behind, API_PROCESSES: '2' })
    expect(service.said).toContain('Listening on     127.0.0.1\n')
    for (const door of [service.port, service.apiPort]) {
      expect(await accepts('127.0.0.1', door)).toBe(true)
      for (const address of otherAddresses) expect(await accepts(address, door), `${address} ${door}`).toBe(false)
    }
    await service.stop()

    const open = await startWholeService({ ...behind, HOST: '0.0.0.0' })
    for (const door of [open.port, open.apiPort]) {
      for (const address of otherAddresses.slice(1))
        expect(await accepts(address, door), `${address} ${door}`).toBe(true)
    }
    await open.stop()
    await database.drop()
  })

  it('counts who reaches a port past the proxies under their own address, whatever X-Forwarded-For they write', async () => {
    const database = await createDatabase()
    const service = await startWholeService({
      DATABASE_URL: database.databaseUrl,
      DATA_KEY: testDataKey,
      TRUSTED_PROXY_HOPS: '1',
      // This machine's own address is none of them.
      TRUSTED_PROXIES: '192.0.2.1',
      API_PROCESSES: '2',
    })
    const guess = async (door: string, n: number) => {
      const answer = await fetch(`${door}/connect/token`, {
        method: 'POST',
        headers: { 'X-Forwarded-For': `203.0.113.${n}` },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'm1-someone',
          client_secret: 'guess',
        }),
      })
      await answer.body?.cancel()
      return answer.status
    }
    // Without Redis each of the two processes behind API_PORT counts ten failures for itself.
    for (const [door, free] of [
      [service.api, 20],
      [service.offices, 10],
    ] as const) {
      const statuses: number[] = []
      for (let n = 0; n < free + 20; n++) statuses.push(await guess(door, n))
      expect(new Set(statuses)).toEqual(new Set([401, 429]))
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(free)
    }
    for (let n = 0; n < 3; n++) {
      const headers = { 'X-Forwarded-For': `203.0.113.${n}`, Origin: `http://localhost:${service.port}` }
      expect(
        await postSignIn(service.offices, { email: `nobody${n}@shop.example`, password: 'a guess of theirs' }, headers),
      ).toBe(200)
    }
    const counted = await database.sql`select subject, failures from throttles where scope = 'sign_in_address'`
    expect(counted).toEqual([{ subject: '127.0.0.1', failures: 3 }])
    const told = await database.sql`select distinct address from audit_events where action = 'session.started'`
    expect(told).toEqual([{ address: '127.0.0.1' }])
    await service.stop()
    await database.drop()
  })
})
