import { Agent, request } from 'undici'
import { describe, expect, it } from 'vitest'
import { createApiKey } from '@/lib/credentials/create-api-key'
import { createOAuthClient } from '@/lib/credentials/create-oauth-client'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import { endAllCredentials } from '@/lib/credentials/end-all-credentials'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import { canary } from '../fixtures/canaries'
import { openForTests } from '../fixtures/open-for-tests'
import { startService } from '../fixtures/service'
import { startOfficeRaces } from './office-races'

/** Issue 13, 9: whatever happens beside the end of all credentials, none of those of before lives after it. */

const races = startOfficeRaces()
const rounds = [0, 1, 2, 3]

const permissions = ['core.integrations' as const]

const services = openForTests(async (atEnd) => {
  await races().make.identificationTypes()
  const { sql, databaseUrl } = races()
  // PostgreSQL ends a deadlock after a second, and the service tries again. Here it lasts, so that it shows.
  await sql`alter database ${sql(new URL(databaseUrl).pathname.slice(1))} set deadlock_timeout = '1min'`
  const start = async () => {
    const service = await startService(databaseUrl, { TRUSTED_PROXY_HOPS: '1' })
    atEnd(service.stop)
    return service.url
  }
  const agent = new Agent({ connections: 50 })
  atEnd(() => agent.close())
  return { urls: [await start(), await start()], agent }
})

type Made = { keys: { id: number; name: string; apiKey: string }[]; clients: Client[] }
type Client = { id: number; name: string; clientId: string; secret: string }

/** A team with so many keys and clients. */
async function newTeam(people: number, each: number) {
  const { merchantId, contexts } = await races().newTeam(people)
  const [first] = contexts
  if (!first) throw new Error('nobody')
  const [row] = await races().sql`select name from merchants where id = ${merchantId}`
  const made: Made = { keys: [], clients: [] }
  for (let n = 0; n < each; n++) {
    const name = `Credencial ${n}`
    const key = await createApiKey(first, { name, permissions, validityDays: 30 })
    made.keys.push({ id: key.id, name, apiKey: key.apiKey.reveal() })
    canary(key.apiKey.reveal().split('.')[1] ?? '')
    const client = await createOAuthClient(first, { name, permissions })
    made.clients.push({ id: client.id, name, clientId: client.clientId, secret: canary(client.clientSecret.reveal()) })
  }
  const end = (ctx: IntegrationsContext = first) => endAllCredentials(ctx, { confirmation: String(row?.name) })
  return { merchantId, contexts, ...made, end }
}

const liveOf = async (merchantId: number) => {
  const rows = await races().sql<{ name: string }[]>`
    select name from api_keys where merchant_id = ${merchantId} and revoked_at is null
    union all select name from oauth_clients where merchant_id = ${merchantId} and deleted_at is null`
  return rows.map(({ name }) => name)
}

const endingsOf = (merchantId: number) => races().sql<{ ended: { id: number }[] }[]>`
  select details -> 'ended' as ended from audit_events
  where merchant_id = ${merchantId} and action = 'credentials.ended' and outcome = 'done'`

describe('the end of all credentials', () => {
  it.each(rounds)('by twenty people at once is done once, and all are told how it stands, round %i', async () => {
    const { merchantId, contexts, end } = await newTeam(20, 5)
    const { tally, done } = await races().race(contexts.map((ctx) => () => end(ctx)))
    expect(tally).toEqual({ done: 20 })
    expect(done.filter(({ keys, clients }) => keys + clients > 0)).toEqual([{ keys: 5, clients: 5 }])
    expect(await liveOf(merchantId)).toEqual([])
    const endings = await endingsOf(merchantId)
    expect(endings.map(({ ended }) => ended.length)).toEqual([10])
  })

  it.each(rounds)(
    'leaves of those of before none, and of those made beside it what came after, round %i',
    async (round) => {
      const { merchantId, contexts, end } = await newTeam(20, 3)
      const { tally } = await races().race<unknown>(
        contexts.map((ctx, n) =>
          n === round * 5
            ? () => end(ctx)
            : n % 2 === 0
              ? () => createApiKey(ctx, { name: `Nueva ${n}`, permissions, validityDays: 30 })
              : () => createOAuthClient(ctx, { name: `Nueva ${n}`, permissions }),
        ),
      )
      const { done = 0, credentials_full: full = 0, ...rest } = tally
      expect([done + full, rest]).toEqual([20, {}])
      const live = await liveOf(merchantId)
      expect(live.filter((name) => !name.startsWith('Nueva'))).toEqual([])
      const [ending] = await endingsOf(merchantId)
      // Each that was made has ended with the others, or lives.
      expect((ending?.ended.length ?? 0) - 6 + live.length).toBe(done - 1)
    },
  )

  it.each(rounds)('beside rotations, revocations and deletions ends what these have not, round %i', async (round) => {
    const { merchantId, contexts, keys, clients, end } = await newTeam(20, 5)
    const { tally } = await races().race<unknown>(
      contexts.map((ctx, n) => {
        const [key, client] = [keys[n % 5], clients[n % 5]]
        if (!key || !client) throw new Error('there are five')
        if (n === 5 * round) return () => end(ctx)
        if (n % 3 === 0) return () => revokeApiKey(ctx, { id: key.id, confirmation: key.name })
        const asked = { id: client.id, confirmation: client.name }
        return n % 3 === 1
          ? () => rotateClientSecret(ctx, { ...asked, seenRotatedAt: null })
          : () => deleteOAuthClient(ctx, asked)
      }),
    )
    const allowed = ['done', 'already_revoked', 'already_deleted', 'already_rotated']
    expect(Object.keys(tally).filter((kind) => !allowed.includes(kind))).toEqual([])
    expect(await liveOf(merchantId)).toEqual([])
  })
})

type Answer = { startedAt: number; status: number; token?: string | undefined }

async function send(caller: number, path: string, init: Parameters<typeof request>[1]): Promise<Answer> {
  const { urls, agent } = services()
  const startedAt = performance.now()
  const { statusCode, body } = await request(`${urls[caller % 2]}${path}`, { ...init, dispatcher: agent })
  const answer = (await body.json()) as { access_token?: string }
  return { startedAt, status: statusCode, token: answer.access_token && canary(answer.access_token) }
}

const askToken = (caller: number, { clientId, secret }: Client) =>
  send(caller, '/connect/token', {
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
  })

const tillCall = (caller: number, headers: Record<string, string>) =>
  send(caller, '/api/v1/integrations/identification-types', { headers })

describe('tills at two processes', () => {
  it.each(rounds)(
    'are refused by the next call, by key and by every token that they were given (D49, D57), round %i',
    async (round) => {
      const { clients, keys, end } = await newTeam(2, 4)
      const seen: Answer[] = []
      let ending: Promise<{ keys: number; clients: number }> | undefined
      let endedAt = Number.POSITIVE_INFINITY
      await Promise.all(
        Array.from({ length: 40 }, async (_, caller) => {
          const [client, key] = [clients[caller % 4], keys[caller % 4]]
          if (!client || !key) throw new Error('there are four')
          for (;;) {
            const answer =
              caller % 3 === 0 ? await tillCall(caller, { 'X-Api-Key': key.apiKey }) : await askToken(caller, client)
            seen.push(answer)
            if (seen.length >= 10 + 30 * round)
              ending ??= end().then((ended) => {
                endedAt = performance.now()
                return ended
              })
            if (answer.status !== 200) return
          }
        }),
      )
      expect(await ending).toEqual({ keys: 4, clients: 4 })
      expect([...new Set(seen.map(({ status }) => status))].sort()).toEqual([200, 401])
      expect(seen.filter(({ startedAt, status }) => startedAt >= endedAt && status === 200)).toEqual([])
      const tokens = seen.flatMap(({ token }) => (token === undefined ? [] : [token]))
      expect(tokens.length).toBeGreaterThan(0)
      const after = new Set<number>()
      for (const [n, token] of tokens.entries())
        after.add((await tillCall(n, { Authorization: `Bearer ${token}` })).status)
      for (const [n, { apiKey }] of [...keys, ...keys].entries())
        after.add((await tillCall(n + (n >= 4 ? 1 : 0), { 'X-Api-Key': apiKey })).status)
      expect([...after]).toEqual([401])
    },
  )
})
