import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OfficeDatabase } from '@/db/office'
import { createApiKey } from '@/lib/credentials/create-api-key'
import { createOAuthClient } from '@/lib/credentials/create-oauth-client'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import { canary } from '../fixtures/canaries'
import { tokenOf } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { type ApiKey, factories, type OAuthClient } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { type RunningService, startProcess } from '../fixtures/service'

/** D57 under load: what was committed before a call began is known to it, on every process. */

const callsPerSecond = 100
const path = '/api/v1/integrations/identification-types'

let database: TestDatabase
let make: ReturnType<typeof factories>
let services: RunningService[]
let office: OfficeDatabase
const agent = new Agent({ connections: 64 })

beforeAll(async () => {
  database = await createDatabase()
  make = factories(database.sql)
  await make.identificationTypes()
  office = openTestOffice(database.databaseUrl)
  // As behind a proxy that says who calls: the failures of each till are counted against its own address (D56).
  const start = () => startProcess(database.databaseUrl, { TRUSTED_PROXY_HOPS: '1' })
  services = await Promise.all([start(), start()])
})

afterAll(async () => {
  await agent.close()
  await Promise.all((services ?? []).map((service) => service.stop()))
  await office?.sql.end()
  await database?.drop()
})

type Seen = { startedAt: number; status: number }

/** A call that is made again and again: by which way, with what. `n` is the how-manieth. */
type Repeated = (n: number) => { path: string; headers: Record<string, string>; method?: 'POST'; body?: string }

/** Calls every process 100 times a second, whether or not the calls before were answered. */
function hammer(repeated: Repeated) {
  const seen: Seen[] = []
  const pending = new Set<Promise<void>>()
  let over = false
  const hammering = services.map(async ({ url }) => {
    const startedAt = performance.now()
    for (let sent = 0; !over; sent++) {
      const one = ask(url, sent).finally(() => pending.delete(one))
      pending.add(one)
      await wait(Math.max(0, startedAt + ((sent + 1) * 1_000) / callsPerSecond - performance.now()))
    }
  })
  async function ask(url: string, n: number): Promise<void> {
    const { path, ...rest } = repeated(n)
    const startedAt = performance.now()
    const { statusCode, body } = await request(`${url}${path}`, { ...rest, dispatcher: agent })
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

type World = { merchantId: number; ctx: IntegrationsContext; key: ApiKey; client: OAuthClient; token: string }

async function world(): Promise<World> {
  const { id: merchantId } = await make.merchant()
  const ctx = contextOf(office, merchantId, await people(database.sql).newMember(merchantId))
  const permissions = ['core.integrations' as const]
  const { id: keyId, apiKey } = await createApiKey(ctx, { name: 'Caja 1', permissions, validityDays: 30 })
  const { id, clientId, clientSecret } = await createOAuthClient(ctx, { name: 'ERP', permissions })
  const client = { kind: 'oauth_client', id, clientId, clientSecret: canary(clientSecret.reveal()) } as const
  return {
    merchantId,
    ctx,
    key: { kind: 'api_key', id: keyId, apiKey: canary(apiKey.reveal()) },
    client,
    token: (await tokenOf(services[0]?.url ?? '', client)).token,
  }
}

const byKey = ({ key }: World) => ({ path, headers: { 'X-Api-Key': key.apiKey } })
const byToken = ({ token }: World) => ({ path, headers: { Authorization: `Bearer ${token}` } })

/** A token request, from another address each time. */
const forToken = ({ client }: World, n: number) => ({
  path: '/connect/token',
  method: 'POST' as const,
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Forwarded-For': `2001:db8::${n.toString(16)}`,
  },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
  }).toString(),
})

const changes: [
  what: string,
  call: (on: World, n: number) => ReturnType<Repeated>,
  status: number,
  end: (on: World) => Promise<unknown>,
][] = [
  ['a key is revoked', byKey, 401, ({ ctx, key }) => revokeApiKey(ctx, { id: key.id, confirmation: 'Caja 1' })],
  [
    'a key’s day comes',
    byKey,
    401,
    // The whole day before its creation too: a key never expires before it was made.
    ({ key }) => database.sql`
      update api_keys set created_at = now() - interval '1 day', expires_at = now() where id = ${key.id}`,
  ],
  [
    'a client is deleted',
    byToken,
    401,
    ({ ctx, client }) => deleteOAuthClient(ctx, { id: client.id, confirmation: 'ERP' }),
  ],
  [
    'a client that asks for tokens is deleted',
    forToken,
    401,
    ({ ctx, client }) => deleteOAuthClient(ctx, { id: client.id, confirmation: 'ERP' }),
  ],
  [
    'the secret of a client that asks for tokens is rotated',
    forToken,
    401,
    ({ ctx, client }) => rotateClientSecret(ctx, { id: client.id, confirmation: 'ERP', seenRotatedAt: null }),
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
  it.each(changes)('when %s', async (what, call, status, end) => {
    const on = await world()
    const load = hammer((n) => call(on, n))
    const accepted = () => load.seen.filter((one) => one.status === 200).length
    await expect.poll(accepted, { interval: 10 }).toBeGreaterThan(100)
    await end(on)
    const committedAt = performance.now()
    const afterCommit = () => load.seen.filter(({ startedAt }) => startedAt >= committedAt)
    await expect.poll(() => afterCommit().length, { interval: 10 }).toBeGreaterThan(100)
    await load.stop()
    console.log(
      `${what}: ${load.seen.length - afterCommit().length} calls before, ${afterCommit().length} after the commit`,
    )
    expect([...new Set(afterCommit().map((one) => one.status))]).toEqual([status])
    // Before it, none was refused but those that were under way.
    expect([...new Set(load.seen.map((one) => one.status))].sort()).toEqual([200, status])
  })

  it('when a secret is rotated: issued tokens live on, and the new secret brings more (contract, 5)', async () => {
    const on = await world()
    const load = hammer(() => byToken(on))
    await expect.poll(() => load.seen.length, { interval: 10 }).toBeGreaterThan(50)
    const asked = { id: on.client.id, confirmation: 'ERP', seenRotatedAt: null }
    const { clientSecret } = await rotateClientSecret(on.ctx, asked)
    const rotatedAt = performance.now()
    for (const { url } of services) {
      await expect(tokenOf(url, on.client)).rejects.toThrow()
      await tokenOf(url, { ...on.client, clientSecret: canary(clientSecret.reveal()) })
    }
    const after = () => load.seen.filter(({ startedAt }) => startedAt >= rotatedAt).length
    await expect.poll(after, { interval: 10 }).toBeGreaterThan(100)
    await load.stop()
    expect([...new Set(load.seen.map((one) => one.status))]).toEqual([200])
  })
})
