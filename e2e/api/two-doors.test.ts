import { randomUUID } from 'node:crypto'
import { allowInsecureRequests, clientCredentialsGrant, type DiscoveryRequestOptions, discovery } from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, form, send, tokenOf } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import {
  type ApiKey,
  factories,
  newIdentification,
  newReference,
  type OAuthClient,
  type Shop,
} from '../fixtures/factories'
import { startOfficesProcess } from '../fixtures/offices-process'
import { type RunningService, startService } from '../fixtures/service'
import { exchange, exchangeWhole } from './raw-http'

/** The route modules are mounted twice: by server/api.ts and by Next. Whoever calls must not notice which. */

let database: TestDatabase
let node: RunningService
let next: Awaited<ReturnType<typeof startOfficesProcess>>
let shop: Shop
let client: OAuthClient
let reader: ApiKey

beforeAll(async () => {
  database = await createDatabase()
  const make = factories(database.sql)
  shop = await make.shop()
  client = await make.oauthClient(shop.merchant.id)
  reader = await make.apiKey(shop.merchant.id, { permissions: ['core.consumptions.read'] })
  next = await startOfficesProcess(database.databaseUrl)
  node = await startService(database.databaseUrl, { PUBLIC_OFFICE_URL: next.url.replace('127.0.0.1', 'localhost') })
})

afterAll(async () => {
  await next?.stop()
  await node?.stop()
  await database?.drop()
})

/** The headers that are promised; the rest is the server's own. */
const promised = [
  'content-type',
  'cache-control',
  'allow',
  'www-authenticate',
  'accept-encoding',
  'retry-after',
  'pragma',
  'x-content-type-options',
  'idempotent-replayed',
  'link',
]

function comparable(answer: Pick<Answer, 'status' | 'headers' | 'text'>) {
  return {
    status: answer.status,
    headers: Object.fromEntries(promised.map((name) => [name, answer.headers.get(name)])),
    text: answer.text,
  }
}

type Asked = { path: string; init?: RequestInit }

const json = (method: string, path: string, body: unknown, headers: Record<string, string> = {}): Asked => ({
  path,
  init: {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  },
})

/** The request as it is sent, each value of its headers followed by that. */
function textOf(
  path: string,
  { method = 'GET', headers, body = '' }: RequestInit = {},
  tail = '',
  ...lines: string[]
): string {
  const given = Object.entries((headers ?? {}) as Record<string, string>).map(
    ([name, value]) => `${name}: ${value}${tail}`,
  )
  const length = `Content-Length: ${Buffer.byteLength(String(body))}`
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: localhost:${new URL(node.url).port}`,
    ...given,
    ...lines,
    length,
    '',
    body,
  ].join('\r\n')
}

const questions: Record<string, () => Asked> = {
  'the identification types': () => ({
    path: '/api/v1/integrations/identification-types',
    init: { headers: { 'X-Api-Key': shop.credential.apiKey } },
  }),
  'a call without a credential': () => json('POST', '/api/v1/integrations/eligibility', {}),
  'a wrong key': () => json('POST', '/api/v1/integrations/eligibility', {}, { 'X-Api-Key': 'ck_wrong' }),
  'a missing permission': () => ({
    path: '/api/v1/consumptions',
    init: { headers: { 'X-Api-Key': shop.credential.apiKey } },
  }),
  'an empty list': () => ({ path: '/api/v1/consumptions?limit=5', init: { headers: { 'X-Api-Key': reader.apiKey } } }),
  'a collaborator with benefits': () =>
    json(
      'POST',
      '/api/v1/integrations/eligibility',
      { identificationTypeId: 1, identification: shop.person.identification, purchaseAmount: 100.5 },
      { 'X-Api-Key': shop.credential.apiKey, 'Accept-Language': 'en' },
    ),
  'a stranger': () =>
    json(
      'POST',
      '/api/v1/integrations/eligibility',
      { identificationTypeId: 1, identification: newIdentification() },
      { 'X-Api-Key': shop.credential.apiKey },
    ),
  'malformed JSON': () =>
    json('POST', '/api/v1/integrations/eligibility', '{', { 'X-Api-Key': shop.credential.apiKey }),
  'invalid data': () =>
    json('POST', '/api/v1/integrations/eligibility', { identification: 7 }, { 'X-Api-Key': shop.credential.apiKey }),
  'a body that is too large': () =>
    json('POST', '/api/v1/integrations/eligibility', `"${'x'.repeat(300_000)}"`, {
      'X-Api-Key': shop.credential.apiKey,
    }),
  'a content coding': () =>
    json('POST', '/api/v1/integrations/eligibility', '{}', {
      'X-Api-Key': shop.credential.apiKey,
      'Content-Encoding': 'gzip',
    }),
  'the content coding identity': () =>
    json(
      'POST',
      '/api/v1/integrations/eligibility',
      { identificationTypeId: 1, identification: shop.person.identification },
      { 'X-Api-Key': shop.credential.apiKey, 'Content-Encoding': 'identity' },
    ),
  'another content type': () => ({
    path: '/api/v1/integrations/eligibility',
    init: {
      method: 'POST',
      body: 'a=1',
      headers: { 'X-Api-Key': shop.credential.apiKey, 'Content-Type': 'text/plain' },
    },
  }),
  'a refused token': () => ({
    path: '/connect/token',
    init: {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${client.clientId}&client_secret=wrong`,
    },
  }),
  'a form that is too large': () => ({
    path: '/connect/token',
    init: {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&a=${'x'.repeat(9_000)}`,
    },
  }),
  'a wrong method': () => ({ path: '/api/v1/integrations/eligibility', init: { method: 'DELETE' } }),
  'OPTIONS of a browser': () => ({
    path: '/api/v1/integrations/eligibility',
    init: { method: 'OPTIONS', headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' } },
  }),
  'an unknown path': () => ({ path: '/api/v1/nothing' }),
  'a path with a slash at its end': () => ({ path: '/api/v1/integrations/eligibility/' }),
  'an unknown path beside the token endpoint': () => ({ path: '/connect/nothing', init: { method: 'POST' } }),
  'the token endpoint by GET': () => ({ path: '/connect/token' }),
  'the metadata of the authorization server': () => ({ path: '/.well-known/oauth-authorization-server' }),
  live: () => ({ path: '/health/live' }),
  ready: () => ({ path: '/health/ready' }),
}

describe('both doors answer alike', () => {
  test.each(Object.entries(questions))('%s', async (_, question) => {
    const { path, init } = question()
    const [fromNode, fromNext] = await Promise.all([send(`${node.url}${path}`, init), send(`${next.url}${path}`, init)])
    // The issuer is the address asked; the Node door does not know the port of the moment that it has here.
    const { headers, ...rest } = comparable(fromNode)
    const ofNode = {
      ...rest,
      headers: { ...headers, link: headers.link?.replaceAll('http://localhost:0', 'http://localhost:3001') ?? null },
      text: fromNode.text.replaceAll('http://localhost:0', next.url),
    }
    expect(comparable(fromNext)).toEqual(ofNode)
    expect(fromNext.headers.get('x-request-id')).toMatch(/^req_/)
    expect(fromNext.headers.get('x-powered-by')).toBeNull()
  })

  // In one packet a call is read by its connection, with a declared length from Node's own request, without one by the adapter
  // (ADR-0075, ADR-0095). Of a request whose sender has ended its half Node gives up the answer.
  test.each([
    'a call without a credential',
    'a wrong key',
    'a collaborator with benefits',
    'a stranger',
    'malformed JSON',
    'invalid data',
    'a body that is too large',
    'a content coding',
    'the content coding identity',
    'another content type',
    'a refused token',
    'a form that is too large',
  ])('the Node door in all of its ways: %s', async (name) => {
    const { path, init } = questions[name]?.() ?? { path: '' }
    const body = new Blob([String(init?.body)]).stream()
    const streamed = { ...init, body, duplex: 'half' } as RequestInit
    // A space after a value is nothing to HTTP, and leaves the packet to Node.
    const text = textOf(path, init, '')
    const isOfOnePacket = text.length < 60_000
    const [declared, chunked, asNode, whole] = await Promise.all([
      send(`${node.url}${path}`, init),
      send(`${node.url}${path}`, streamed),
      exchange(node.url, textOf(path, init, ' ', 'Connection: close')),
      isOfOnePacket ? exchangeWhole(node.url, text) : undefined,
    ])
    expect(comparable(chunked)).toEqual(comparable(declared))
    expect(comparable(asNode)).toEqual(comparable(declared))
    if (whole) {
      expect(comparable(whole)).toEqual(comparable(declared))
      expect(whole.headers.get('connection')).toBe(declared.headers.get('connection'))
    }
    expect(declared.headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('a refused token request, and the token of one door at the other', async () => {
    const wrong = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: 'wrong' }
    const [fromNode, fromNext] = await Promise.all([
      form(node.url, '/connect/token', wrong),
      form(next.url, '/connect/token', wrong),
    ])
    expect(comparable(fromNext)).toEqual(comparable(fromNode))
    expect(fromNext.status).toBe(401)
    const { token } = await tokenOf(next.url, client)
    const used = await send(`${node.url}/api/v1/integrations/identification-types`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(used.status).toBe(200)
  })

  test.each(['localhost', '127.0.0.1'])('openid-client discovers at the offices’ port too, as %s', async (name) => {
    const { port } = new URL(next.url)
    const { clientId, clientSecret } = client
    const options: DiscoveryRequestOptions = { algorithm: 'oauth2', execute: [allowInsecureRequests] }
    const config = await discovery(new URL(`http://${name}:${port}`), clientId, clientSecret, undefined, options)
    const { access_token: token } = await clientCredentialsGrant(config, { scope: 'core.integrations' })
    const statuses = [node.url, next.url].map(async (url) => {
      const headers = { Authorization: `Bearer ${token}` }
      return (await send(`${url}/api/v1/integrations/identification-types`, { headers })).status
    })
    expect(await Promise.all(statuses)).toEqual([200, 200])
  })

  test('what one door reserved the other replays and confirms', async () => {
    const reference = newReference()
    const headers = { 'X-Api-Key': shop.credential.apiKey, 'Idempotency-Key': randomUUID() }
    const body = {
      identificationTypeId: 1,
      identification: shop.person.identification,
      merchantDiscountId: shop.discountId,
      purchaseAmount: 250,
      reference,
    }
    const apply = json('POST', '/api/v1/integrations/discounts/apply', body, headers)
    const first = await send(`${next.url}${apply.path}`, apply.init)
    const again = await send(`${node.url}${apply.path}`, apply.init)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const paid = json(
      'POST',
      '/api/v1/integrations/consumptions',
      { authorizationCode: first.body.value.authorizationCode, reference, consumptionDate: new Date().toISOString() },
      { 'X-Api-Key': shop.credential.apiKey, 'Idempotency-Key': randomUUID() },
    )
    expect((await send(`${next.url}${paid.path}`, paid.init)).status).toBe(201)
    // The merchant is shown the calls of both (ADR-0016).
    const kept = async () => {
      const rows = await database.sql`
        select operation, replayed from api_requests where reference = ${reference} order by occurred_at, id`
      expect(rows).toEqual([
        { operation: 'applyDiscount', replayed: false },
        { operation: 'applyDiscount', replayed: true },
        { operation: 'registerConsumption', replayed: false },
      ])
    }
    await eventually(kept)
  })
})
