import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mintClientId } from '@/lib/credentials/secret'
import { type Answer, call, form, send } from '../fixtures/client'
import type { OAuthClient } from '../fixtures/factories'
import { startApi } from './till'

/** POST /connect/token, RFC 6749 to the letter (contract, 5; D49, D50). */

const api = startApi()

const grant = { grant_type: 'client_credentials' }
const inBody = (client: OAuthClient) => ({ client_id: client.clientId, client_secret: client.clientSecret })
const basic = (clientId: string, clientSecret: string) => ({
  Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
})
const ask = (fields: Record<string, string>, headers?: Record<string, string>) =>
  form(api().url, '/connect/token', fields, headers)

/** A body that is sent as it is. */
const post = (body: string, headers: Record<string, string> = {}) =>
  send(`${api().url}/connect/token`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  })

async function newClient(permissions?: Parameters<ReturnType<typeof api>['make']['oauthClient']>[1]) {
  const { make } = api()
  return make.oauthClient((await make.merchant()).id, permissions)
}
const both = { permissions: ['core.integrations', 'core.consumptions.read'] } satisfies Parameters<typeof newClient>[0]

/** An error of RFC 6749, 5.2: its members, its headers, and a description in its alphabet. */
function expectError(answer: Answer, status: number, error: string): void {
  expect([answer.status, answer.body?.error], answer.text).toEqual([status, error])
  expect(Object.keys(answer.body)).toEqual(['error', 'error_description'])
  expect(answer.body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  expectHeaders(answer)
}

function expectHeaders(answer: Answer): void {
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('pragma')).toBe('no-cache')
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
}

describe('a token is issued', () => {
  it('to a client by its id and secret in the body, for 900 seconds (contract, 5)', async () => {
    const client = await newClient()
    const answer = await ask({ ...grant, ...inBody(client), scope: 'core.integrations' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'core.integrations',
    })
    expectHeaders(answer)
    const credential = { kind: 'token' as const, token: String(answer.body.access_token) }
    expect((await call(api().url, 'listIdentificationTypes', { credential })).status).toBe(200)
  })

  it('and stored as its SHA-256, for as long as was told (D49)', async () => {
    const client = await newClient()
    const { body } = await ask({ ...grant, ...inBody(client) })
    const rows = await api().sql`
      select token_hash, permissions, extract(epoch from expires_at - issued_at)::float as seconds
      from access_tokens where oauth_client_id = ${client.id}`
    const tokenHash = createHash('sha256').update(body.access_token).digest()
    expect([...rows]).toEqual([{ token_hash: tokenHash, permissions: ['core.integrations'], seconds: 900 }])
  })

  it.each([
    ['as they are', (text: string) => text],
    ['form-encoded', (text: string) => text.replaceAll('-', '%2D')],
    [
      'form-encoded to the last letter',
      (text: string) => text.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`),
    ],
  ])('by Authorization: Basic, its values %s (RFC 6749, 2.3.1)', async (_, encode) => {
    const client = await newClient()
    const answer = await ask(grant, basic(encode(client.clientId), encode(client.clientSecret)))
    expect(answer.status, answer.text).toBe(200)
  })

  it('each time anew, and the one before stays good', async () => {
    const client = await newClient()
    const tokens = [1, 2].map(() => ask({ ...grant, ...inBody(client) }))
    const [first, second] = await Promise.all(tokens)
    expect(first?.body.access_token).not.toBe(second?.body.access_token)
    for (const answer of [first, second]) {
      const credential = { kind: 'token' as const, token: String(answer?.body.access_token) }
      expect((await call(api().url, 'listIdentificationTypes', { credential })).status).toBe(200)
    }
  })

  it.each(['application/x-www-form-urlencoded; charset=UTF-8', 'Application/X-WWW-Form-Urlencoded'])(
    'for %s',
    async (type) => {
      const client = await newClient()
      expect((await ask({ ...grant, ...inBody(client) }, { 'Content-Type': type })).status).toBe(200)
    },
  )
})

describe('the scope (D50)', () => {
  it('is all that the client has when it asks for none, or without a value', async () => {
    const client = await newClient(both)
    for (const fields of [{}, { scope: '' }]) {
      const { body } = await ask({ ...grant, ...inBody(client), ...fields })
      expect(body.scope).toBe('core.integrations core.consumptions.read')
    }
  })

  it('is what it asks for, and the token may do no more', async () => {
    const client = await newClient(both)
    const { body } = await ask({ ...grant, ...inBody(client), scope: 'core.consumptions.read' })
    expect(body.scope).toBe('core.consumptions.read')
    const credential = { kind: 'token' as const, token: String(body.access_token) }
    expect((await call(api().url, 'listConsumptions', { credential })).status).toBe(200)
    expect((await call(api().url, 'listIdentificationTypes', { credential })).body.code).toBe('permission_missing')
  })

  it.each(['core.consumptions.read', 'core.integrations core.consumptions.read', 'openid', 'CORE.INTEGRATIONS'])(
    'is refused whole when the client lacks any of %j',
    async (scope) => {
      expectError(await ask({ ...grant, ...inBody(await newClient()), scope }), 400, 'invalid_scope')
    },
  )

  it.each([
    ' ',
    'core.integrations ',
    'core.integrations  core.integrations',
    '"core.integrations"',
    'core\\',
    'año',
    '\u0000',
  ])('is refused when it is %j, outside the grammar (RFC 6749, 3.3)', async (scope) => {
    expectError(await ask({ ...grant, ...inBody(await newClient()), scope }), 400, 'invalid_scope')
  })
})

describe('the request is refused', () => {
  it.each(['authorization_code', 'password', 'CLIENT_CREDENTIALS', ' client_credentials', 'refresh_token'])(
    'with another grant type: %j',
    async (type) => {
      expectError(await ask({ ...inBody(await newClient()), grant_type: type }), 400, 'unsupported_grant_type')
    },
  )

  it('without a grant type, or with one that has no value (RFC 6749, 3.2)', async () => {
    const client = await newClient()
    expectError(await ask(inBody(client)), 400, 'invalid_request')
    expectError(await ask({ ...inBody(client), grant_type: '' }), 400, 'invalid_request')
  })

  it('with a parameter that is repeated, known or not, though it be the same', async () => {
    const sound = new URLSearchParams({ ...grant, ...inBody(await newClient()) }).toString()
    for (const more of [
      'grant_type=client_credentials',
      'client_id=m1-x',
      'x=1&x=1',
      'scope=&scope=core.integrations',
    ]) {
      expectError(await post(`${sound}&${more}`), 400, 'invalid_request')
    }
  })

  it('with two mechanisms at once, though both be right (RFC 6749, 2.3)', async () => {
    const client = await newClient()
    const header = basic(client.clientId, client.clientSecret)
    expectError(await ask({ ...grant, ...inBody(client) }, header), 400, 'invalid_request')
    expectError(await ask({ ...grant, client_id: (await newClient()).clientId }, header), 400, 'invalid_request')
    expect((await ask({ ...grant, client_id: client.clientId }, header)).status).toBe(200)
  })

  it('as JSON, as multipart, without a type, and encoded', async () => {
    const fields = { ...grant, ...inBody(await newClient()) }
    const text = new URLSearchParams(fields).toString()
    expectError(await post(JSON.stringify(fields), { 'Content-Type': 'application/json' }), 400, 'invalid_request')
    expectError(await post(text, { 'Content-Type': 'multipart/form-data; boundary=x' }), 400, 'invalid_request')
    expectError(await post(text, { 'Content-Type': 'text/plain' }), 400, 'invalid_request')
    expectError(await post(text, { 'Content-Encoding': 'gzip' }), 400, 'invalid_request')
    const bytes = { method: 'POST', body: new Uint8Array(Buffer.from(text)) }
    expectError(await send(`${api().url}/connect/token`, bytes), 400, 'invalid_request')
  })

  it('over 8 KiB, and not at 8 KiB', async () => {
    const text = `${new URLSearchParams({ ...grant, ...inBody(await newClient()) })}&x=`
    expect((await post(text.padEnd(8 * 1024, 'x'))).status).toBe(200)
    expectError(await post(text.padEnd(8 * 1024 + 1, 'x')), 413, 'invalid_request')
  })

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('by %s', async (method) => {
    const query = new URLSearchParams({ ...grant, ...inBody(await newClient()) })
    const answer = await send(`${api().url}/connect/token?${query}`, { method })
    expectError(answer, 405, 'invalid_request')
    expect(answer.headers.get('allow')).toBe('POST')
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  it('with parameters in the query alone', async () => {
    const query = new URLSearchParams({ ...grant, ...inBody(await newClient()) })
    const url = `${api().url}/connect/token?${query}`
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expectError(await send(url, { method: 'POST', headers: type }), 401, 'invalid_client')
  })
})

describe('a client that is not known', () => {
  it('is told the same, in the same bytes, whatever is wrong, with the challenge of Basic (D50)', async () => {
    const { sql } = api()
    const [deleted, another, client] = [await newClient(), await newClient(), await newClient()]
    await sql`update oauth_clients set deleted_at = now() where id = ${deleted.id}`
    const unknown = mintClientId('test', 1)
    const attempts: [Record<string, string>, Record<string, string>?][] = [
      [inBody(deleted)],
      [{ client_id: client.clientId, client_secret: another.clientSecret }],
      [{ client_id: client.clientId, client_secret: 'guess' }],
      [{ client_id: unknown, client_secret: client.clientSecret }],
      [{ client_id: 'x', client_secret: 'x' }],
      [{ client_id: client.clientId }],
      [{ client_secret: client.clientSecret }],
      [{ client_id: client.clientId, client_secret: '' }],
      [{}],
      [{}, basic(unknown, client.clientSecret)],
      [{}, basic(deleted.clientId, deleted.clientSecret)],
      [{}, basic(client.clientId.toUpperCase(), client.clientSecret)],
      [{}, basic(client.clientId, 'm%2')],
      [{}, { Authorization: `Bearer ${client.clientSecret}` }],
      [{}, { Authorization: 'Basic' }],
    ]
    const bodies = new Set<string>()
    for (const [fields, headers] of attempts) {
      const answer = await ask({ ...grant, ...fields }, headers)
      expectError(answer, 401, 'invalid_client')
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="aliado"')
      bodies.add(answer.text)
    }
    expect(bodies.size).toBe(1)
    expect(await sql`select from access_tokens where oauth_client_id in ${sql([deleted.id, client.id])}`).toHaveLength(
      0,
    )
  })
})
