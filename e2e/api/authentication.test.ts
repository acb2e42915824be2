import { createHash, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintApiKey } from '@/lib/credentials/secret'
import { type Answer, type CallOptions, call, tokenOf } from '../fixtures/client'
import { type RunningService, startService } from '../fixtures/service'
import { exchange, request } from './raw-http'
import { startApi } from './till'

/** Who calls, on every call anew (D47, D48, D52, D57), beyond what contract.test.ts holds every operation to. */

const api = startApi()

/** Another process on the same database: what one does, the other knows (D57). */
let other: RunningService
beforeAll(async () => {
  other = await startService(api().databaseUrl)
})
afterAll(async () => {
  await other.stop()
})

const list = (options: CallOptions, url = api().url) => call(url, 'listIdentificationTypes', options)
const codeOf = (answer: Answer) => [answer.status, answer.body.code]
const missing = [401, 'credential_missing']
const invalid = [401, 'credential_invalid']

async function merchant() {
  const { make } = api()
  const { id } = await make.merchant()
  const client = await make.oauthClient(id)
  return { id, key: await make.apiKey(id), client, token: await tokenOf(api().url, client) }
}

describe('a credential is presented (D47)', () => {
  it('as Authorization: Bearer, the scheme in any case and after any number of spaces', async () => {
    const { token } = await merchant()
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR   ']) {
      expect((await list({ headers: { Authorization: `${scheme} ${token.token}` } })).status).toBe(200)
    }
  })

  it('as X-Api-Key, spaces around it aside', async () => {
    const { key } = await merchant()
    expect((await list({ headers: { 'X-Api-Key': `  ${key.apiKey} ` } })).status).toBe(200)
  })

  it('one kind in the place of the other is none', async () => {
    const { key, token } = await merchant()
    expect(codeOf(await list({ headers: { Authorization: `Bearer ${key.apiKey}` } }))).toEqual(invalid)
    expect(codeOf(await list({ headers: { 'X-Api-Key': token.token } }))).toEqual(invalid)
  })

  it('never in the query string, and never both at once, though both be good', async () => {
    const { key, token } = await merchant()
    expect(codeOf(await list({ query: { access_token: token.token } }))).toEqual(missing)
    expect(codeOf(await list({ query: { 'X-Api-Key': key.apiKey } }))).toEqual(missing)
    const both = await list({ credential: key, headers: { Authorization: `Bearer ${token.token}` } })
    expect(codeOf(both)).toEqual([400, 'invalid_request'])
  })

  it('never twice, though it be the same', async () => {
    const { key } = await merchant()
    const line = `X-Api-Key: ${key.apiKey}`
    const path = '/api/v1/integrations/identification-types'
    const answer = await exchange(api().url, request(`GET ${path} HTTP/1.1`, 'Host: till', line, line))
    expect(answer.status).toBe(401)
  })
})

describe('a body that has not come', () => {
  const head = (operation: string, apiKey: string, length: number) =>
    [
      `POST ${operation} HTTP/1.1`,
      'Host: till',
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      `X-Api-Key: ${apiKey}`,
      `Idempotency-Key: ${randomUUID()}`,
      'Connection: close',
    ].join('\r\n')

  it.each(['/api/v1/integrations/eligibility', '/api/v1/integrations/discounts/apply'])(
    'lets nobody wait at %s: a wrong credential is refused without it',
    async (operation) => {
      const unknown = mintApiKey('test').apiKey.reveal()
      expect((await exchange(api().url, `${head(operation, unknown, 100)}\r\n\r\n`)).status).toBe(401)
    },
  )

  it('is waited for with a right credential, and answered like one that came at once', async () => {
    const shop = await api().make.shop()
    const { identificationTypeId, identification } = shop.person
    const body = JSON.stringify({ identificationTypeId, identification })
    const { hostname, port } = new URL(api().url)
    const socket = connect(Number(port), hostname)
    const answer = new Promise<string>((resolve, reject) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    socket.write(`${head('/api/v1/integrations/eligibility', shop.credential.apiKey, body.length)}\r\n\r\n`)
    // The head is read by now: another call was answered after it was sent.
    await list({ credential: shop.credential })
    socket.write(body)
    expect(await answer).toMatch(/^HTTP\/1\.1 200 .*"eligible":true/s)
  })
})

describe('a merchant’s credential is its own', () => {
  it('and the merchant comes from it alone', async () => {
    const { make, sql } = api()
    const [mine, theirs] = [await make.shop(), await make.shop()]
    const body = {
      identificationTypeId: 1,
      identification: theirs.person.identification,
      merchantId: theirs.merchant.id,
    }
    const headers = { 'X-Merchant-Id': String(theirs.merchant.id) }
    const answer = await call(api().url, 'checkEligibility', { credential: mine.credential, body, headers })
    expect(answer.body.value.eligible).toBe(false)
    const rows = await sql`select from api_keys where id = ${mine.credential.id} and merchant_id = ${mine.merchant.id}`
    expect(rows).toHaveLength(1)
  })
})

describe('a change takes effect with the next call, on any process (D57)', () => {
  /** What both processes say now. */
  const both = async (options: CallOptions) => {
    const answers = [await list(options), await list(options, other.url)]
    expect(codeOf(answers[1] as Answer)).toEqual(codeOf(answers[0] as Answer))
    return codeOf(answers[0] as Answer)
  }
  const accepted = [200, undefined]

  it('when a key is revoked, or its day comes', async () => {
    const { sql } = api()
    for (const change of [sql`revoked_at = now()`, sql`expires_at = now()`]) {
      const { key: credential } = await merchant()
      expect(await both({ credential })).toEqual(accepted)
      await sql`update api_keys set ${change} where id = ${credential.id}`
      expect(await both({ credential })).toEqual(invalid)
    }
  })

  it('when a client is deleted', async () => {
    const { client, token: credential } = await merchant()
    expect(await both({ credential })).toEqual(accepted)
    await api().sql`update oauth_clients set deleted_at = now() where id = ${client.id}`
    expect(await both({ credential })).toEqual(invalid)
  })

  it('when a permission is taken from a key or a client, and when it is given back to the client', async () => {
    const { sql } = api()
    const { key, client, token } = await merchant()
    const [none, all] = [['core.consumptions.read'], ['core.integrations', 'core.consumptions.read']]
    for (const credential of [key, token]) expect(await both({ credential })).toEqual(accepted)
    await sql`update api_keys set permissions = ${none} where id = ${key.id}`
    await sql`update oauth_clients set permissions = ${none} where id = ${client.id}`
    for (const credential of [key, token]) expect(await both({ credential })).toEqual([403, 'permission_missing'])
    await sql`update oauth_clients set permissions = ${all} where id = ${client.id}`
    expect(await both({ credential: token })).toEqual(accepted)
    // What the token was not issued for it never may.
    expect((await call(api().url, 'listConsumptions', { credential: token })).status).toBe(403)
  })

  it('when the merchant is disabled and enabled again', async () => {
    const { sql } = api()
    const { id, key, token } = await merchant()
    for (const [enabled, code] of [
      [false, [403, 'merchant_disabled']],
      [true, accepted],
    ] as const) {
      await sql`update merchants set enabled = ${enabled} where id = ${id}`
      for (const credential of [key, token]) expect(await both({ credential })).toEqual(code)
    }
  })
})

describe('a secret (D52)', () => {
  it('is stored as SHA-256 and nowhere else', async () => {
    const { sql } = api()
    const { key, client, token } = await merchant()
    await list({ credential: key })
    const [, secret = ''] = key.apiKey.split('.')
    const [row] = await sql`select * from api_keys where id = ${key.id}`
    expect(row?.secret_hash).toEqual(createHash('sha256').update(secret).digest())
    const rows = await sql`
      select row_to_json(k)::text from api_keys k union all
      select row_to_json(c)::text from oauth_clients c union all
      select row_to_json(t)::text from access_tokens t`
    for (const text of [secret, client.clientSecret, token.token]) expect(JSON.stringify(rows)).not.toContain(text)
  })

  it('that is mistyped is refused without a look-up, and so is one of another shape', async () => {
    const { key, client, token } = await merchant()
    const typo = (text: string) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')
    // While this transaction holds the tables, a look-up would have to wait until it is refused with 503.
    await api().sql.begin(async (sql) => {
      await sql`lock table api_keys, oauth_clients, access_tokens in access exclusive mode`
      expect(codeOf(await list({ headers: { 'X-Api-Key': typo(key.apiKey) } }))).toEqual(invalid)
      expect(codeOf(await list({ headers: { Authorization: `Bearer ${token.token}A` } }))).toEqual(invalid)
      const form = {
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: typo(client.clientSecret),
      }
      const answer = await fetch(`${api().url}/connect/token`, { method: 'POST', body: new URLSearchParams(form) })
      expect(answer.status).toBe(401)
    })
    expect((await list({ credential: key })).status).toBe(200)
  })
})
