import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OfficeDatabase } from '@/db/office'
import { createOAuthClient } from '@/lib/credentials/create-oauth-client'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import { canary } from '../fixtures/canaries'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { type RunningService, startService } from '../fixtures/service'
import { callers, rounds } from './till-races'

/** D49 and contract, 5: whoever asks for a token while its client is deleted, or its secret rotated, gets one that is worth what it says. */

let database: TestDatabase
let services: RunningService[]
let office: OfficeDatabase
let make: ReturnType<typeof factories>
const agent = new Agent({ connections: callers })
const tillPath = '/api/v1/integrations/identification-types'

beforeAll(async () => {
  database = await createDatabase()
  office = openTestOffice(database.databaseUrl)
  make = factories(database.sql)
  await make.identificationTypes()
  // As behind a proxy that says who calls: a till's failures are counted against its own address (D56).
  const start = () => startService(database.databaseUrl, { TRUSTED_PROXY_HOPS: '1' })
  services = await Promise.all([start(), start()])
})

afterAll(async () => {
  await agent.close()
  await Promise.all((services ?? []).map((service) => service.stop()))
  await office?.sql.end()
  await database?.drop()
})

type Client = { id: number; clientId: string; secret: string; ctx: IntegrationsContext }
type Asked = { startedAt: number; status: number; token: string | undefined }

async function newClient(): Promise<Client> {
  const { id: merchantId } = await make.merchant()
  const ctx = contextOf(office, merchantId, await people(database.sql).newMember(merchantId))
  const { id, clientId, clientSecret } = await createOAuthClient(ctx, {
    name: 'ERP',
    permissions: ['core.integrations'],
  })
  return { id, clientId, secret: canary(clientSecret.reveal()), ctx }
}

async function ask(caller: number, { clientId, secret }: Pick<Client, 'clientId' | 'secret'>): Promise<Asked> {
  const startedAt = performance.now()
  const { statusCode, body } = await request(`${services[caller % 2]?.url}/connect/token`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-For': `198.51.100.${caller}`,
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    }).toString(),
    dispatcher: agent,
  })
  const answer = (await body.json()) as { access_token?: string }
  return { startedAt, status: statusCode, token: answer.access_token && canary(answer.access_token) }
}

/** What a call with a token comes to, at that process. */
async function call(caller: number, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` }
  const { statusCode, body } = await request(`${services[caller % 2]?.url}${tillPath}`, { headers, dispatcher: agent })
  await body.dump()
  return statusCode
}

const everyone = <T>(work: (caller: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)))

const statuses = (seen: readonly { status: number }[]) => [...new Set(seen.map(({ status }) => status))].sort()

/** What a call by each of the tokens is answered at either process; so many at a time as there are callers. */
async function statusesOf(tokens: readonly string[]): Promise<number[]> {
  const left = [...tokens]
  const seen = new Set<number>()
  await everyone(async (caller) => {
    for (let token = left.pop(); token !== undefined; token = left.pop()) {
      seen.add(await call(caller, token))
      seen.add(await call(caller + 1, token))
    }
  })
  return [...seen]
}

/** Fifty callers ask for token after token until they are refused; `end` begins once so many were handed out. */
async function untilRefused(client: Client, tokensFirst: number, end: () => Promise<unknown>) {
  const seen: Asked[] = []
  let ending: Promise<number> | undefined
  await everyone(async (caller) => {
    for (;;) {
      const asked = await ask(caller, client)
      seen.push(asked)
      if (seen.length >= tokensFirst) ending ??= end().then(() => performance.now())
      if (asked.status !== 200) return
    }
  })
  const endedAt = (await ending) ?? 0
  return { seen, endedAt, tokens: seen.flatMap(({ token }) => (token === undefined ? [] : [token])) }
}

describe('fifty callers who ask for token after token', () => {
  it.each(rounds)(
    'while the client is deleted: each token that was handed out is dead (D49), round %i',
    async (round) => {
      const client = await newClient()
      const end = () => deleteOAuthClient(client.ctx, { id: client.id, confirmation: 'ERP' })
      const { seen, endedAt, tokens } = await untilRefused(client, 1 + 20 * round, end)
      expect(statuses(seen)).toEqual([200, 401])
      expect(statuses(seen.filter(({ startedAt }) => startedAt >= endedAt))).not.toContain(200)
      expect(await statusesOf(tokens)).toEqual([401])
      console.log(`deletion: ${tokens.length} tokens were handed out, and are dead at both processes`)
    },
  )

  it.each(rounds)(
    'while the secret is rotated: none with the old one after it, and each token lives (contract, 5), round %i',
    async (round) => {
      const client = await newClient()
      let secret = ''
      const { seen, endedAt, tokens } = await untilRefused(client, 1 + 20 * round, async () => {
        const rotated = await rotateClientSecret(client.ctx, {
          id: client.id,
          confirmation: 'ERP',
          seenRotatedAt: null,
        })
        secret = canary(rotated.clientSecret.reveal())
      })
      // The failures of an address are counted (D56), and say so from the eleventh on.
      expect(statuses(seen.filter(({ status }) => status !== 429))).toEqual([200, 401])
      expect(statuses(seen.filter(({ startedAt }) => startedAt >= endedAt))).not.toContain(200)
      expect(await statusesOf(tokens)).toEqual([200])
      expect(statuses(await everyone((caller) => ask(caller, { clientId: client.clientId, secret })))).toEqual([200])
      console.log(`rotation: ${tokens.length} tokens were handed out, and live at both processes`)
    },
  )
})

/** Verbs write their mail last: while the table is held, what they have changed is not yet so. */
const changes = [
  ['deleted', (client: Client) => deleteOAuthClient(client.ctx, { id: client.id, confirmation: 'ERP' })],
  [
    'rotated',
    (client: Client) => rotateClientSecret(client.ctx, { id: client.id, confirmation: 'ERP', seenRotatedAt: null }),
  ],
] as const

const lateCallers = 10

describe('token requests that are under way', () => {
  it.each(changes)('while the client is being %s wait for it, and get none', async (_, change) => {
    const client = await newClient()
    const waiting = (program: string) => lockWaits(database.sql, { program })
    const { changing, asking } = await database.sql.begin(async (holder) => {
      await holder`lock table mails in exclusive mode`
      const changing = change(client)
      await expect.poll(() => waiting('aliado office'), { interval: 1 }).toBe(1)
      const asking = Promise.all(Array.from({ length: lateCallers }, (_, caller) => ask(caller, client)))
      // Those of a process may travel together, so that a statement waits for several; both processes wait.
      await expect.poll(() => waiting('aliado api'), { interval: 1 }).toBeGreaterThanOrEqual(2)
      return { changing, asking }
    })
    await changing
    expect((await asking).map(({ status }) => status)).toEqual(Array(lateCallers).fill(401))
    const [row] =
      await database.sql`select count(*)::int as tokens from access_tokens where oauth_client_id = ${client.id}`
    expect(row).toEqual({ tokens: 0 })
  })
})
