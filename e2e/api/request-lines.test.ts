import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories, newReference, type Shop } from '../fixtures/factories'
import { startOfficesProcess } from '../fixtures/offices-process'
import { type RunningService, startProcess } from '../fixtures/service'
import { converse, lines, takeTurns, type WireAnswer } from '../fuzz/wire'

/** What Node and Next leave to themselves do with the first line of a request, each in its own way; here both doors do the same. */

let database: TestDatabase
let node: RunningService
let next: Awaited<ReturnType<typeof startOfficesProcess>>
let shop: Shop
let key: string

beforeAll(async () => {
  database = await createDatabase()
  shop = await factories(database.sql).shop()
  key = `X-Api-Key: ${shop.credential.apiKey}`
  node = await startProcess(database.databaseUrl)
  next = await startOfficesProcess(database.databaseUrl)
})

afterAll(async () => {
  await next?.stop()
  await node?.stop()
  await database?.drop()
})

const types = '/api/v1/integrations/identification-types'
const apply = '/api/v1/integrations/discounts/apply'
const live = lines('GET /health/live HTTP/1.1', 'Host: till')

/** What Java's HttpClient adds to every request of its own accord (RFC 7540, 3.2). */
const h2c = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
]
const webSocket = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

const get = (target: string, ...headers: string[]) => lines(`GET ${target} HTTP/1.1`, 'Host: till', ...headers)

/** Status, code, and `Allow`: `405 method_not_allowed (GET, HEAD)`; of a page its status and that it is one. */
function kindOf({ status, headers, text }: WireAnswer): string {
  const isPage = headers.get('content-type')?.startsWith('text/html')
  const { code, error }: { code?: string; error?: string } = isPage ? { code: 'page' } : JSON.parse(text)
  const allow = headers.get('allow')
  return [status, code ?? error, allow === null ? undefined : `(${allow})`]
    .filter((part) => part !== undefined)
    .join(' ')
}

/** The answer to those bytes, and to another call on the same connection, which goes on. */
async function answersOf(url: string, bytes: string): Promise<string[]> {
  return (await takeTurns(url, [bytes, live])).map(kindOf)
}

const bothDoors: Record<string, [expected: string, bytes: () => string]> = {
  'a call of the API that would rather speak h2c': ['200', () => get(types, key, ...h2c)],
  'a call of the API that would rather be a web socket': ['200', () => get(types, key, ...webSocket)],
  'h2c on a path that is not there': ['404 not_found', () => get('/api/v1/nothing', ...h2c)],
  'TRACE on a path of the API': [
    '405 method_not_allowed (GET, HEAD)',
    () => lines(`TRACE ${types} HTTP/1.1`, 'Host: till', key),
  ],
  'TRACE at the token endpoint': [
    '405 invalid_request (POST)',
    () => lines('TRACE /connect/token HTTP/1.1', 'Host: till'),
  ],
  'TRACE on a path of the API that is not there': [
    '404 not_found',
    () => lines('TRACE /api/v1/nothing HTTP/1.1', 'Host: till'),
  ],
  'TRACE at a health check': [
    '405 method_not_allowed (GET, HEAD)',
    () => lines('TRACE /health/live HTTP/1.1', 'Host: till'),
  ],
  'a method that HTTP has and we have not': [
    '405 method_not_allowed (POST)',
    () => lines(`PROPFIND ${apply} HTTP/1.1`, 'Host: till', key),
  ],
  'an absolute target': ['200', () => get(`http://till${types}`, key)],
  'an absolute target of https, with a port and a query': ['200', () => get(`https://till:8443${types}?a=b`, key)],
  'an absolute target of another host than Host': ['200', () => get(`http://elsewhere.example${types}`, key)],
  'an absolute target that is not there': ['404 not_found', () => get('http://till/api/v1/nothing')],
  'an absolute target of another scheme': ['400 invalid_request', () => get(`ftp://till${types}`, key)],
  'an absolute target without a host': ['400 invalid_request', () => get(`http://${types}`, key)],
  'an absolute target without Host': ['400 invalid_request', () => lines(`GET http://till${types} HTTP/1.1`, key)],
  'the server itself as target': ['400 invalid_request', () => lines('OPTIONS * HTTP/1.1', 'Host: till')],
  'two lines of Host': ['400 invalid_request', () => get(types, key, 'Host: elsewhere')],
  'two lines of Host that are the same': ['400 invalid_request', () => get(types, key, 'host: till')],
  'two lines of Host with an absolute target': ['400 invalid_request', () => get(`http://till${types}`, 'HOST: till')],
  'two lines of Host at a health check': ['400 invalid_request', () => get('/health/ready', 'Host: till')],
  'no Host': ['400 invalid_request', () => lines(`GET ${types} HTTP/1.1`, key)],
  'an empty Host': ['400 invalid_request', () => lines(`GET ${types} HTTP/1.1`, 'Host:', key)],
  'a Host that is none': ['400 invalid_request', () => lines(`GET ${types} HTTP/1.1`, 'Host: a b', key)],
  'an expectation that nobody knows': ['200', () => get(types, key, 'Expect: magic')],
}

describe.each([
  ['the API’s door', () => node.url],
  ['the offices’ door', () => next.url],
])('%s', (_, url) => {
  it.each(Object.entries(bothDoors))('answers, and the connection goes on: %s', async (_, [expected, bytes]) => {
    expect(await answersOf(url(), bytes())).toEqual([expected, '200'])
  })

  it('registers the sale of a client that would rather speak h2c', async () => {
    const body = JSON.stringify({
      identificationTypeId: 1,
      identification: shop.person.identification,
      merchantDiscountId: shop.discountId,
      purchaseAmount: 250,
      reference: newReference(),
    })
    const head = lines(
      `POST ${apply} HTTP/1.1`,
      ...h2c,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Host: till',
      'User-Agent: Java-http-client/21.0.5',
      'Content-Type: application/json',
      `Idempotency-Key: ${randomUUID()}`,
      key,
    )
    expect(await answersOf(url(), `${head}${body}`)).toEqual(['201', '200'])
  })

  it.each([
    ['no HTTP', 'hello\r\n\r\n', '400 invalid_request'],
    ['a tunnel', lines('CONNECT elsewhere.example:443 HTTP/1.1', 'Host: elsewhere.example:443'), '400 invalid_request'],
    ['HTTP/2 at once', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 invalid_request'],
    ['headers without end', get(types, `X: ${'x'.repeat(20_000)}`), '431 invalid_request'],
  ])('says in the envelope why it hangs up on %s', async (_, bytes, expected) => {
    const [answer, ...rest] = await converse(url(), bytes, 2)
    expect([answer && kindOf(answer), rest]).toEqual([expected, []])
    expect(answer?.headers.get('connection')).toBe('close')
    expect(answer?.headers.get('x-request-id')).toMatch(/^req_/)
  })

  it('knows a caller of HTTP/1.0 that names no host, as balancers ask for its health', async () => {
    const answers = await converse(url(), lines('GET /health/ready HTTP/1.0', 'Connection: close'), 1)
    expect(answers.map(({ status }) => status)).toEqual([200])
  })

  it('refuses in the language of the caller, and echoes its request id (D4, D5)', async () => {
    const bytes = get(types, 'Host: till', 'Accept-Language: en', 'X-Request-Id: till-9')
    const [answer] = await converse(url(), bytes, 1)
    expect(JSON.parse(answer?.text ?? '').title).toBe('Invalid data')
    expect(answer?.headers.get('x-request-id')).toBe('till-9')
    expect(answer?.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a page of the offices', () => {
  it.each([
    ['is shown to who would rather speak h2c', '200 page', get('/sign-in', ...h2c)],
    ['is shown to who would rather have a web socket', '200 page', get('/sign-in', ...webSocket)],
    ['is shown to who asks with an absolute target', '200 page', get('http://till/sign-in')],
    ['is not shown under two hosts', '400 invalid_request', get('/sign-in', 'Host: elsewhere')],
    [
      'sends no request back',
      '405 method_not_allowed (GET, HEAD, POST)',
      lines('TRACE /sign-in HTTP/1.1', 'Host: till'),
    ],
    [
      'knows no method of others',
      '405 method_not_allowed (GET, HEAD, POST)',
      lines('PROPFIND / HTTP/1.1', 'Host: till'),
    ],
  ])('%s', async (_, expected, bytes) => {
    expect(await answersOf(next.url, bytes)).toEqual([expected, '200'])
  })
})
