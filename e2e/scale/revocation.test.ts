import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintClientSecret } from '@/lib/credentials/secret'
import { tokenOf } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { type ApiKey, factories, type OAuthClient } from '../fixtures/factories'
import { type RunningService, startProcess } from '../fixtures/service'

/** D57 under load: what was committed before a call began is known to it, on every process. */

const callsPerSecond = 100
const path = '/api/v1/integrations/identification-types'

let database: TestDatabase
let make: ReturnType<typeof factories>
let services: RunningService[]
const agent = new Agent({ connections: 64 })

beforeAll(async () => {
  database = await createDatabase()
  make = factories(database.sql)
  await make.identificationTypes()
  services = await Promise.all([startProcess(database.databaseUrl), startProcess(database.databaseUrl)])
})

afterAll(async () => {
  await agent.close()
  await Promise.all((services ?? []).map((service) => service.stop()))
  await database?.drop()
})

type Seen = { startedAt: number; status: number }

/** Calls every process 100 times a second, whether or not the calls before were answered. */
function hammer(headers: Record<string, string>) {
  const seen: Seen[] = []
  const pending = new Set<Promise<void>>()
  let over = false
  const hammering = services.map(async ({ url }) => {
    const startedAt = performance.now()
    for (let sent = 0; !over; sent++) {
      const one = ask(url).finally(() => pending.delete(one))
      pending.add(one)
      await wait(Math.max(0, startedAt + ((sent + 1) * 1_000) / callsPerSecond - performance.now()))
    }
  })
  async function ask(url: string): Promise<void> {
    const startedAt = performance.now()
    const { statusCode, body } = await request(`${url}${path}`, { headers, dispatcher: agent })
    await body.dump()
    seen.push({ startedAt, status: statusCode })
  }
  return {
    seen,
    stop: async () => {
      over = true
      await Promise.all(hammering)
      await Promise.all(pending)
    },
  }
}

type World = { merchantId: number; key: ApiKey; client: OAuthClient; token: string }

async function world(): Promise<World> {
  const { id: merchantId } = await make.merchant()
  const client = await make.oauthClient(merchantId)
  return {
    merchantId,
    key: await make.apiKey(merchantId),
    client,
    token: (await tokenOf(services[0]?.url ?? '', client)).token,
  }
}

const byKey = ({ key }: World) => ({ 'X-Api-Key': key.apiKey })
const byToken = ({ token }: World) => ({ Authorization: `Bearer ${token}` })

const changes: [
  what: string,
  headers: (on: World) => Record<string, string>,
  status: number,
  end: (on: World) => Promise<unknown>,
][] = [
  [
    'a key is revoked',
    byKey,
    401,
    ({ key }) => database.sql`update api_keys set revoked_at = now() where id = ${key.id}`,
  ],
  [
    'a key’s day comes',
    byKey,
    401,
    ({ key }) => database.sql`update api_keys set expires_at = now() where id = ${key.id}`,
  ],
  [
    'a client is deleted',
    byToken,
    401,
    ({ client }) => database.sql`update oauth_clients set deleted_at = now() where id = ${client.id}`,
  ],
  [
    'a token is revoked',
    byToken,
    401,
    ({ client }) => database.sql`update access_tokens set revoked_at = now() where oauth_client_id = ${client.id}`,
  ],
  [
    'a permission is taken from a key',
    byKey,
    403,
    ({ key }) => database.sql`update api_keys set permissions = '{core.consumptions.read}' where id = ${key.id}`,
  ],
  [
    'a permission is taken from a client',
    byToken,
    403,
    ({ client }) =>
      database.sql`update oauth_clients set permissions = '{core.consumptions.read}' where id = ${client.id}`,
  ],
  [
    'a merchant is disabled',
    byKey,
    403,
    ({ merchantId }) => database.sql`update merchants set enabled = false where id = ${merchantId}`,
  ],
]

describe('under 100 calls a second at each of two processes, no call that begins after the commit is accepted', () => {
  it.each(changes)('when %s', async (what, headers, status, end) => {
    const on = await world()
    const load = hammer(headers(on))
    const accepted = () => load.seen.filter((one) => one.status === 200).length
    await expect.poll(accepted, { timeout: 10_000, interval: 10 }).toBeGreaterThan(100)
    await end(on)
    const committedAt = performance.now()
    const afterCommit = () => load.seen.filter(({ startedAt }) => startedAt >= committedAt)
    await expect.poll(() => afterCommit().length, { timeout: 10_000, interval: 10 }).toBeGreaterThan(100)
    await load.stop()
    console.log(
      `${what}: ${load.seen.length - afterCommit().length} calls before, ${afterCommit().length} after the commit`,
    )
    expect([...new Set(afterCommit().map((one) => one.status))]).toEqual([status])
    // Before it, none was refused but those that were under way.
    expect([...new Set(load.seen.map((one) => one.status))].sort()).toEqual([200, status])
  })

  it('when a secret is rotated: the old one gets no token, and issued tokens live on (contract, 5)', async () => {
    const on = await world()
    const load = hammer(byToken(on))
    await expect.poll(() => load.seen.length, { timeout: 10_000, interval: 10 }).toBeGreaterThan(50)
    const { clientSecret, secretHash } = mintClientSecret(on.client.clientId)
    await database.sql`update oauth_clients
      set previous_secret_hash = secret_hash, secret_hash = ${secretHash}, rotated_at = now() where id = ${on.client.id}`
    for (const { url } of services) {
      await expect(tokenOf(url, on.client)).rejects.toThrow()
      await tokenOf(url, { ...on.client, clientSecret: clientSecret.reveal() })
    }
    await load.stop()
    expect([...new Set(load.seen.map((one) => one.status))]).toEqual([200])
  })
})
