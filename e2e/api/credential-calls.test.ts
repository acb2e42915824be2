import { describe, expect, it } from 'vitest'
import { mintApiKey, mintClientSecret } from '@/lib/credentials/secret'
import { call, form, tokenOf } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import type { ApiKey, OAuthClient } from '../fixtures/factories'
import { startService } from '../fixtures/service'
import { startApi } from './till'

/** Issue 4: a merchant is told what became of its credentials' calls, and why some were refused; the wire says the same to all. */

const api = startApi({ RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '20' })

const list = (credential: ApiKey | { kind: 'token'; token: string }, url = api().url) =>
  call(url, 'listIdentificationTypes', { credential, headers: { 'User-Agent': 'Caja 3' } })

type Of = { kind: ApiKey['kind'] | OAuthClient['kind']; id: number }
const column = ({ kind }: Of) => api().sql(kind === 'api_key' ? 'api_key_id' : 'oauth_client_id')

async function callsOf(of: Of): Promise<Record<string, number>> {
  const rows = await api().sql<{ outcome: string; calls: number }[]>`
    select outcome, sum(calls)::int as calls from credential_calls where ${column(of)} = ${of.id} group by 1 order by 1`
  return Object.fromEntries(rows.map(({ outcome, calls }) => [outcome, calls]))
}

async function refusalsOf(of: Of) {
  const rows = await api().sql`
    select reason, operation, sum(times)::int as times from credential_refusals
    where ${column(of)} = ${of.id} group by 1, 2 order by 1, 2`
  return rows.map(({ reason, operation, times }) => [reason, operation, times])
}

const tillRoute = 'GET /api/v1/integrations/identification-types'
const tokenRoute = 'POST /connect/token'

const askToken = (client: OAuthClient, fields: Record<string, string> = {}) =>
  form(api().url, '/connect/token', {
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    ...fields,
  })

describe.concurrent('the calls of a credential', () => {
  it('are counted by what became of them, in this hour', async () => {
    const { credential } = await api().make.shop()
    for (let n = 0; n < 3; n++) expect((await list(credential)).status).toBe(200)
    expect((await call(api().url, 'checkEligibility', { credential, body: '{' })).status).toBe(400)
    expect((await call(api().url, 'listConsumptions', { credential })).status).toBe(403)
    await eventually(async () => expect(await callsOf(credential)).toEqual({ done: 3, refused: 1, denied: 1 }))
    const [row] = await api().sql`
      select bool_and(hour = date_trunc('hour', hour) and hour > now() - interval '61 minutes') as exact
      from credential_calls where api_key_id = ${credential.id}`
    expect(row).toEqual({ exact: true })
  })

  it('are all counted when a process is told to stop', async () => {
    const { credential } = await api().make.shop()
    const service = await startService(api().databaseUrl)
    await Promise.all(Array.from({ length: 50 }, () => list(credential, service.url)))
    await call(service.url, 'listConsumptions', { credential })
    expect(await service.stop()).toBe(0)
    expect(await callsOf(credential)).toEqual({ done: 50, denied: 1 })
    expect(await refusalsOf(credential)).toEqual([['permission_missing', 'GET /api/v1/consumptions', 1]])
  })

  it('that exceed the rate are counted apart, and their reason is kept', async () => {
    const { credential } = await api().make.shop()
    const answers = await Promise.all(Array.from({ length: 40 }, () => list(credential)))
    const limited = answers.filter(({ status }) => status === 429).length
    expect(limited).toBeGreaterThan(0)
    await eventually(async () => expect(await callsOf(credential)).toEqual({ done: 40 - limited, limited }))
    expect(await refusalsOf(credential)).toEqual([['rate_limited', tillRoute, limited]])
  })
})

describe.concurrent('a refusal of a key', () => {
  const another = (key: ApiKey, secret: string) => ({ ...key, apiKey: `${key.apiKey.slice(0, 20)}${secret}` })
  const ends: [string, (key: ApiKey) => Promise<ApiKey>][] = [
    [
      'revoked',
      async (key) => {
        await api().sql`update api_keys set revoked_at = now() where id = ${key.id}`
        return key
      },
    ],
    [
      'expired',
      async (key) => {
        await api().sql`update api_keys set expires_at = now() where id = ${key.id}`
        return key
      },
    ],
    // With a typo, and with a sound secret that is another key's.
    ['wrong_secret', async (key) => another(key, 'x'.repeat(49))],
    ['wrong_secret', async (key) => another(key, mintApiKey('test').apiKey.reveal().slice(20))],
  ]

  it.each(ends)(
    'as %s is told to its merchant, and on the wire is like that of one that never was',
    async (reason, end) => {
      const { credential } = await api().make.shop()
      const [refused, unknown] = await Promise.all([
        end(credential).then((key) => list(key)),
        list({ kind: 'api_key', id: 0, apiKey: mintApiKey('test').apiKey.reveal() }),
      ])
      expect([refused.status, refused.text]).toEqual([401, unknown.text])
      await eventually(async () => expect(await refusalsOf(credential)).toEqual([[reason, tillRoute, 1]]))
      await eventually(async () => expect(await callsOf(credential)).toEqual({ denied: 1 }))
      const [row] = await api().sql`
      select address, user_agent as "userAgent", request_id as "requestId" from credential_refusals
      where api_key_id = ${credential.id}`
      expect(row).toEqual({
        address: expect.stringMatching(/127\.0\.0\.1$/),
        userAgent: 'Caja 3',
        requestId: refused.headers.get('x-request-id'),
      })
    },
  )

  it('because its merchant is disabled is told', async () => {
    const { credential, merchant } = await api().make.shop()
    await api().sql`update merchants set enabled = false where id = ${merchant.id}`
    expect((await list(credential)).status).toBe(403)
    await eventually(async () => expect(await refusalsOf(credential)).toEqual([['merchant_disabled', tillRoute, 1]]))
  })
})

describe.concurrent('a refusal of a client', () => {
  const newClient = async () => api().make.oauthClient((await api().make.merchant()).id)

  it('tells the previous secret, a wrong one and a typo apart, to its merchant alone', async () => {
    const client = await newClient()
    const { clientSecret, secretHash } = mintClientSecret(client.clientId)
    await api().sql`update oauth_clients set previous_secret_hash = secret_hash, secret_hash = ${secretHash}
      where id = ${client.id}`
    const unknown = await askToken({ ...client, clientId: 'm1-aaaaaaaaaaaaaaaaaaaa' })
    const other = mintClientSecret(client.clientId).clientSecret.reveal()
    for (const client_secret of [client.clientSecret, other, 'a typo']) {
      const refused = await askToken(client, { client_secret })
      expect([refused.status, refused.text]).toEqual([401, unknown.text])
    }
    expect((await askToken(client, { client_secret: clientSecret.reveal() })).status).toBe(200)
    await eventually(async () =>
      expect(await refusalsOf(client)).toEqual([
        ['previous_secret', tokenRoute, 1],
        ['wrong_secret', tokenRoute, 2],
      ]),
    )
    // Token requests are no calls (D55).
    expect(await callsOf(client)).toEqual({})
  })

  it('tells a scope that it lacks, and that it was deleted', async () => {
    const client = await newClient()
    const token = await tokenOf(api().url, client)
    expect((await askToken(client, { scope: 'core.consumptions.read' })).status).toBe(400)
    expect((await list(token)).status).toBe(200)
    await api().sql`update oauth_clients set deleted_at = now() where id = ${client.id}`
    expect((await askToken(client)).status).toBe(401)
    expect((await list(token)).status).toBe(401)
    await eventually(async () =>
      expect(await refusalsOf(client)).toEqual([
        ['deleted', tillRoute, 1],
        ['deleted', tokenRoute, 1],
        ['permission_missing', tokenRoute, 1],
      ]),
    )
    // Written after the refusals.
    await eventually(async () => expect(await callsOf(client)).toEqual({ done: 1, denied: 1 }))
  })

  it('tells a token that was revoked, and one that is too old', async () => {
    const client = await newClient()
    const [revoked, old] = [await tokenOf(api().url, client), await tokenOf(api().url, client)]
    const fields = { client_id: client.clientId, client_secret: client.clientSecret, token: revoked.token }
    expect((await form(api().url, '/connect/revocation', fields)).status).toBe(200)
    expect((await list(revoked)).status).toBe(401)
    await eventually(async () => expect(await refusalsOf(client)).toEqual([['revoked', tillRoute, 1]]))
    await api().sql`update access_tokens set expires_at = now() where oauth_client_id = ${client.id}`
    expect((await list(old)).status).toBe(401)
    await eventually(async () =>
      expect(await refusalsOf(client)).toEqual([
        ['expired', tillRoute, 1],
        ['revoked', tillRoute, 1],
      ]),
    )
  })
})
