import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openApiDocument } from '@/lib/http/openapi/document'
import { call, send } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import { exchange, request } from './raw-http'
import { startApi } from './till'

/** D1 to D12, beyond what contract*.test.ts hold every operation to. */

const api = startApi()

const path = '/api/v1/integrations/identification-types'

function expectEnvelope(
  answer: { status: number; headers: Headers; text: string },
  status: number,
  code: string,
): void {
  expect([answer.status, JSON.parse(answer.text).code], answer.text).toEqual([status, code])
  expect(Object.keys(JSON.parse(answer.text))).toEqual(['code', 'title', 'messages'])
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-request-id')).toMatch(/^req_[a-z0-9]{20}$/)
}

describe('the error envelope (D1)', () => {
  it.each([
    '/api',
    '/api/v1',
    '/api/v2/integrations/eligibility',
    '/connect',
    '/connect/authorize',
    '/health',
    '/.well-known/openid-configuration',
    '/favicon.ico',
    '/api/%zz',
    '/api/v1/integrations/%65ligibility',
    '//example.com/api',
    '/__proto__',
    '/constructor',
    '/api/v1/integrations/eligibility;x',
  ])('is the answer to %s, which does not exist', async (unknown) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'PROPFIND']) {
      expectEnvelope(
        await exchange(api().url, request(`${method} ${unknown} HTTP/1.1`, 'Host: till')),
        404,
        'not_found',
      )
    }
  })

  it.each([
    ['is not HTTP', 400, 'hello'],
    ['has no Host', 400, request(`GET ${path} HTTP/1.1`)],
    ['has a Host that is none', 400, request(`GET ${path} HTTP/1.1`, 'Host: a b')],
    ['has a length that is no number', 400, request(`POST ${path} HTTP/1.1`, 'Host: till', 'Content-Length: x')],
    [
      'has two lengths (request smuggling)',
      400,
      request(`POST ${path} HTTP/1.1`, 'Host: till', 'Content-Length: 2', 'Transfer-Encoding: chunked'),
    ],
    ['has headers without end', 431, request(`GET ${path} HTTP/1.1`, 'Host: till', `X: ${'x'.repeat(20_000)}`)],
    ['asks for the server itself', 400, request('OPTIONS * HTTP/1.1', 'Host: till')],
  ])('is the answer to a request that %s', async (_, status, text) => {
    expectEnvelope(await exchange(api().url, `${text}\r\n\r\n`), status, 'invalid_request')
  })

  it('is the answer to an unknown expectation, a wish to upgrade, and TRACE', async () => {
    const asked = (...lines: string[]) => exchange(api().url, request(...lines))
    expectEnvelope(await asked(`GET ${path} HTTP/1.1`, 'Host: till', 'Expect: magic'), 401, 'credential_missing')
    const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x']
    expectEnvelope(await asked(`GET ${path} HTTP/1.1`, 'Host: till', ...upgrade), 401, 'credential_missing')
    expectEnvelope(await asked(`TRACE ${path} HTTP/1.1`, 'Host: till'), 405, 'method_not_allowed')
  })

  it('is the answer to a bug of ours: 500 without a word on what broke', async () => {
    const { credential } = await api().make.shop()
    await api().sql`alter table identification_types rename to elsewhere`
    try {
      const answer = await call(api().url, 'listIdentificationTypes', { credential })
      expectEnvelope(answer, 500, 'internal_error')
      expect(answer.text).not.toMatch(/identification_types|postgres|relation|\bat\b|\.ts|42P01/i)
      const line = await logLine(answer.headers.get('x-request-id') ?? '')
      expect(line).toMatchObject({ level: 'error', status: 500, faultCode: 'internal_error' })
      expect(line.fault).toMatchObject({ sqlstate: '42P01' })
    } finally {
      await api().sql`alter table elsewhere rename to identification_types`
    }
    expect((await call(api().url, 'listIdentificationTypes', { credential })).status).toBe(200)
  })
})

/** The one line of the service's log about a request; lines are gathered for half a second. */
function logLine(requestId: string): Promise<Record<string, unknown>> {
  return eventually(() => {
    const lines = api().service.log().split('\n').slice(0, -1)
    const own = lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId)
    expect(own).toHaveLength(1)
    return own[0]
  })
}

describe('messages (D3)', () => {
  it('are objects with a message, and a field where one is to blame, in every refusal', async () => {
    const { credential } = await api().make.shop()
    const body = { identificationTypeId: '1', identification: '1-2', purchaseAmount: 1.001 }
    const { body: refused } = await call(api().url, 'checkEligibility', { credential, body })
    expect(refused.messages).toEqual([
      { message: 'Debe ser un número.', field: 'identificationTypeId' },
      { message: 'Debe tener de 1 a 30 letras y números, sin guiones ni espacios.', field: 'identification' },
      { message: 'Admite dos decimales como máximo.', field: 'purchaseAmount' },
    ])
    const items = [
      { sku: 'A', quantity: 1, unitPrice: 1 },
      { quantity: 1, unitPrice: 1 },
    ]
    const { body: nested } = await call(api().url, 'applyDiscount', { credential, body: { items } })
    expect(nested.messages.map((one: { field: string }) => one.field)).toContain('items[1].sku')
    const { body: bare } = await call(api().url, 'checkEligibility', {})
    expect(bare.messages).toEqual([{ message: 'Envíe un token en Authorization: Bearer o una clave en X-Api-Key.' }])
  })

  it('are an empty list on success', async () => {
    const { credential } = await api().make.shop()
    expect((await call(api().url, 'listIdentificationTypes', { credential })).body.messages).toEqual([])
  })
})

describe('the language (D4)', () => {
  it('is Spanish for a till that names none, and English for one that prefers it, in every part', async () => {
    const { text } = await exchange(api().url, request(`GET ${path} HTTP/1.1`, 'Host: till'))
    expect(JSON.parse(text).title).toBe('Falta la credencial')
    const { credential } = await api().make.shop()
    const headers = { 'Accept-Language': 'en-US,en;q=0.9,es;q=0.8' }
    const { body } = await call(api().url, 'checkEligibility', { credential, headers, body: {} })
    expect(body.title).toBe('Invalid data')
    expect(body.messages[0]).toEqual({ message: 'This field is required.', field: 'identificationTypeId' })
    expect((await send(`${api().url}/x`, { headers })).body.title).toBe('Not found')
  })
})

describe('the request id (D5)', () => {
  it('is in the line that the log has of every call, with how it ended', async () => {
    const { merchant, credential } = await api().make.shop()
    const headers = { 'X-Request-Id': 'till-7.4711' }
    await call(api().url, 'listIdentificationTypes', { credential, headers })
    expect(await logLine('till-7.4711')).toMatchObject({
      operation: 'listIdentificationTypes',
      merchantId: merchant.id,
      credential: `api_key:${credential.id}`,
      status: 200,
    })
    await call(api().url, 'checkEligibility', { headers: { 'X-Request-Id': 'till-7.4712' } })
    expect(await logLine('till-7.4712')).toMatchObject({ status: 401, faultCode: 'credential_missing' })
  })

  it('is on the answers of every door: tokens, health, metadata, documents', async () => {
    const doors = [
      '/connect/token',
      '/health/live',
      '/health/ready',
      '/.well-known/oauth-authorization-server',
      '/api/v1/openapi.json',
    ]
    for (const door of doors) {
      const answer = await send(`${api().url}${door}`, { headers: { 'X-Request-Id': 'till-8' } })
      expect([door, answer.headers.get('x-request-id')]).toEqual([door, 'till-8'])
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })
})

describe('types (D8)', () => {
  it('are never coerced, in either direction', async () => {
    const { credential, person, discountId } = await api().make.shop()
    const body = { identificationTypeId: 1, identification: person.identification, purchaseAmount: 10 }
    const wrong: Record<string, unknown>[] = [
      { identificationTypeId: '1' },
      { identificationTypeId: true },
      { identificationTypeId: 1.5 },
      { identification: Number(person.identification) },
      { purchaseAmount: '10' },
      { purchaseAmount: '10.00' },
      { branchId: '1' },
    ]
    for (const change of wrong) {
      const answer = await call(api().url, 'checkEligibility', { credential, body: { ...body, ...change } })
      expect([answer.status, answer.body.messages[0].field]).toEqual([400, Object.keys(change)[0]])
    }
    const apply = { ...body, merchantDiscountId: discountId, reference: 17 }
    expect((await call(api().url, 'applyDiscount', { credential, body: apply })).body.messages[0].field).toBe(
      'reference',
    )
  })

  it('take 1.0 and 1e0 for the number that they are', async () => {
    const { credential, person } = await api().make.shop()
    for (const one of ['1.0', '1e0', '10e-1']) {
      const body = `{"identificationTypeId":${one},"identification":"${person.identification}"}`
      expect((await call(api().url, 'checkEligibility', { credential, body })).body.value.eligible).toBe(true)
    }
  })
})

describe.each([
  { path: '/api/v1/openapi.json', type: 'application/json; charset=utf-8', read: (text: string) => JSON.parse(text) },
  { path: '/api/v1/openapi.yaml', type: 'application/yaml', read: (text: string) => parse(text) },
])('GET $path', ({ path, type, read }) => {
  it('is the document of this build, for everybody, cacheable by its tag', async () => {
    const { status, headers, text } = await send(`${api().url}${path}`)
    expect([status, headers.get('content-type')]).toEqual([200, type])
    const document = read(text)
    const described = openApiDocument({
      PUBLIC_API_URL: document.servers[0].url,
      PUBLIC_OFFICE_URL: document.info.contact.url,
      SERVICE_ENVIRONMENT: 'test',
      OTHER_API_URL: undefined,
      INTEGRATORS_EMAIL: undefined,
    })
    expect(document).toEqual(JSON.parse(JSON.stringify(described)))
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    const etag = headers.get('etag') ?? ''
    const again = await send(`${api().url}${path}`, { headers: { 'If-None-Match': etag } })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await send(`${api().url}${path}`, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
    expect((await send(`${api().url}${path}`, { method: 'POST' })).body.code).toBe('method_not_allowed')
  })
})
