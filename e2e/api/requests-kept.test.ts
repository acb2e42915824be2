import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mintApiKey, mintClientSecret } from '@/lib/credentials/secret'
import { canariesIn } from '../fixtures/canaries'
import { call, form, send, tokenOf } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import { newIdentification, newReference } from '../fixtures/factories'
import { startService } from '../fixtures/service'
import { expire, startApi, till } from './till'

/** Issue 5, 8, ADR-0016: a merchant is shown what its systems asked and were answered, never an identification or a secret. */

const api = startApi({ RATE_LIMIT_PER_MINUTE: '600', RATE_LIMIT_BURST: '400' })

type Kept = {
  operation: string
  status: number
  code: string | null
  reference: string | null
  request_id: string
  api_key_id: number | null
  oauth_client_id: number | null
  details: Record<string, unknown>
}

/** The calls kept of a merchant, oldest first, once there are that many. */
const keptOf = (merchantId: number, count: number): Promise<Kept[]> =>
  eventually(async () => {
    const rows = await api().sql<Kept[]>`
      select operation, status, code, reference, request_id, api_key_id, oauth_client_id, details from api_requests
      where merchant_id = ${merchantId} order by occurred_at, id`
    expect(rows.map(({ operation, status }) => `${operation} ${status}`)).toHaveLength(count)
    return [...rows]
  })

describe.concurrent('a call', () => {
  it('is kept with what failed, in which field, under its reference and request id', async () => {
    const shop = await api().make.shop()
    const reference = newReference()
    const requestId = `till-${randomUUID()}`
    const answer = await till(api().url, shop).apply(
      { reference, purchaseAmount: '1250.50', branchId: 0, descuento: 1 },
      { headers: { 'X-Request-Id': requestId } },
    )
    expect(answer.status).toBe(400)
    const [row] = await keptOf(shop.merchant.id, 1)
    expect(row).toMatchObject({
      operation: 'applyDiscount',
      status: 400,
      code: 'invalid_request',
      reference,
      request_id: requestId,
      api_key_id: shop.credential.id,
      details: {
        input: { identification: '•••', purchaseAmount: '1250.50', branchId: 0, reference },
        unknown: ['descuento'],
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        problems: [
          { field: 'purchaseAmount', problem: 'type:number' },
          { field: 'branchId', problem: 'too_small' },
        ],
      },
    })
  })

  it('that was done is kept with its answer, and a retry as one', async () => {
    const shop = await api().make.shop()
    const my = till(api().url, shop)
    const idempotencyKey = randomUUID()
    await my.eligibility({ purchaseAmount: 1000 })
    const body = my.applyBody()
    const { value } = (await my.apply(body, { idempotencyKey })).body
    await my.apply(body, { idempotencyKey })
    await my.consume(value)
    await my.find(value.reference)
    const rows = await keptOf(shop.merchant.id, 5)
    expect(rows.map(({ operation, status, code }) => [operation, status, code])).toEqual([
      ['checkEligibility', 200, null],
      ['applyDiscount', 201, null],
      ['applyDiscount', 201, null],
      ['registerConsumption', 201, null],
      ['findAuthorization', 200, null],
    ])
    expect(rows.slice(1).map((row) => row.reference)).toEqual(Array(4).fill(value.reference))
    expect(rows[0]?.details.value).toMatchObject({ eligible: true, collaborator: '•••' })
    expect(rows[1]?.details.value).toEqual(value)
  })

  it('refused for its credential is kept for its merchant alone: 401, 403, 429', async () => {
    const [shop, other] = [await api().make.shop(), await api().make.shop()]
    const { merchant, credential } = shop
    const list = (apiKey: string) =>
      call(api().url, 'listIdentificationTypes', { credential: { ...credential, apiKey } })
    const wrong = `${credential.apiKey.slice(0, 20)}${mintApiKey('test').apiKey.reveal().slice(20)}`
    expect((await list(wrong)).status).toBe(401)
    expect((await list(mintApiKey('test').apiKey.reveal())).status).toBe(401)
    expect((await call(api().url, 'listConsumptions', { credential })).status).toBe(403)
    await api().sql`update api_keys set revoked_at = now() where id = ${credential.id}`
    expect((await list(credential.apiKey)).status).toBe(401)
    const rows = await keptOf(merchant.id, 3)
    expect(rows.map(({ status, code, details }) => [status, code, details.reason])).toEqual([
      [401, 'credential_invalid', 'wrong_secret'],
      [403, 'permission_missing', 'permission_missing'],
      [401, 'credential_invalid', 'revoked'],
    ])
    await keptOf(other.merchant.id, 0)
  })

  it('beyond the rate is kept', async () => {
    const shop = await api().make.shop()
    const service = await startService(api().databaseUrl, { RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: '1' })
    const list = () => call(service.url, 'listIdentificationTypes', { credential: shop.credential })
    await list()
    expect((await list()).status).toBe(429)
    expect(await service.stop()).toBe(0)
    const [, limited] = await keptOf(shop.merchant.id, 2)
    expect(limited).toMatchObject({ status: 429, code: 'rate_limited', details: { reason: 'rate_limited' } })
  })

  it('for a token is kept too, with what was wrong with it', async () => {
    const client = await api().make.oauthClient((await api().make.merchant()).id)
    const [{ merchant_id: merchantId } = { merchant_id: 0 }] = await api().sql<{ merchant_id: number }[]>`
      select merchant_id from oauth_clients where id = ${client.id}`
    const fields = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.clientSecret }
    const other = mintClientSecret(client.clientId).clientSecret.reveal()
    await form(api().url, '/connect/token', { ...fields, client_secret: other })
    await form(api().url, '/connect/token', { ...fields, grant_type: 'password' })
    await form(api().url, '/connect/token', { ...fields, scope: 'core.consumptions.read' })
    // The secret where the id belongs is nobody's name, and is kept nowhere.
    await form(api().url, '/connect/token', { ...fields, client_id: client.clientSecret })
    await call(api().url, 'listIdentificationTypes', { credential: await tokenOf(api().url, client) })
    const rows = await keptOf(merchantId, 5)
    expect(rows.map(({ operation, status, code, details }) => [operation, status, code, details.reason])).toEqual([
      ['issueToken', 401, 'invalid_client', 'wrong_secret'],
      ['issueToken', 400, 'unsupported_grant_type', undefined],
      ['issueToken', 400, 'invalid_scope', 'permission_missing'],
      ['issueToken', 200, null, undefined],
      ['listIdentificationTypes', 200, null, undefined],
    ])
    expect(rows[0]?.details.input).toEqual({
      grant_type: 'client_credentials',
      client_id: '•••',
      client_secret: '•••',
    })
  })

  it('is kept when the process is told to stop right after it', async () => {
    const shop = await api().make.shop()
    const service = await startService(api().databaseUrl)
    const my = till(service.url, shop)
    await Promise.all(Array.from({ length: 20 }, () => my.eligibility()))
    expect(await service.stop()).toBe(0)
    await keptOf(shop.merchant.id, 20)
  })
})

describe('what is kept', () => {
  it('holds no identification, key or token, whatever is sent and wherever it is put', async () => {
    const shop = await api().make.shop()
    const token = await tokenOf(api().url, await api().make.oauthClient(shop.merchant.id))
    const secrets = [shop.credential.apiKey, token.token, shop.person.identification, newIdentification()]
    const secret = fc.oneof(
      fc.constantFrom(...secrets),
      fc.constantFrom(...secrets.slice(2)).map((text) => `${text.slice(0, 3)}-${text.slice(3, 10)}-${text.slice(10)}`),
      fc.constantFrom(...secrets.slice(2)).map(Number),
    )
    const value = fc.oneof(secret, fc.constantFrom(1, 12.5, 'T-1', null, true, [], {}))
    const fields = ['identificationTypeId', 'merchantDiscountId', 'purchaseAmount', 'branchId']
    const body = fc.record(
      {
        ...Object.fromEntries(fields.map((name) => [name, value])),
        authorizationCode: value,
        consumptionDate: value,
        // What the till calls its purchase is the merchant's own; that it is no identification is for the body to tell.
        reference: fc.oneof(fc.constant(shop.person.identification), fc.string({ maxLength: 70 })),
        items: fc.oneof(
          value,
          fc.array(fc.record({ sku: value, quantity: value, unitPrice: value }), { maxLength: 3 }),
        ),
        extra: fc.dictionary(fc.constantFrom(...secrets.map((text) => `${text}`), 'a'), value),
      },
      { requiredKeys: [] },
    )
    const named = fc.constantFrom('checkEligibility', 'applyDiscount', 'registerConsumption', 'releaseAuthorization')
    let calls = 0
    await fc.assert(
      fc.asyncProperty(named, body, fc.constantFrom(shop.credential, token), async (id, sent, credential) => {
        const stray = Object.fromEntries(secrets.slice(2).map((text) => [text, text]))
        const { identification } = shop.person
        await call(api().url, id, { credential, body: { ...sent, ...stray, identification } })
        calls += 1
      }),
      { numRuns: 120 },
    )
    const query = { reference: shop.credential.apiKey, cursor: shop.person.identification, [secrets[3] ?? '']: 'x' }
    await call(api().url, 'findAuthorization', { credential: token, query })
    await call(api().url, 'listConsumptions', { credential: token, query })
    const url = `${api().url}/api/v1/integrations/eligibility?identification=${shop.person.identification}`
    await send(url, {
      method: 'POST',
      headers: { 'X-Api-Key': shop.credential.apiKey },
      body: shop.person.identification,
    })
    // And one for its token.
    await keptOf(shop.merchant.id, calls + 4)
    const rows = await api().sql<{ text: string }[]>`
      select r::text as text from api_requests r where merchant_id = ${shop.merchant.id}`
    const text = rows.map((row) => row.text).join('\n')
    expect(canariesIn(text)).toEqual([])
    expect(text.replace(/[^A-Za-z0-9]/g, '')).not.toContain(shop.person.identification)
    expect(Math.max(...rows.map((row) => Buffer.byteLength(row.text)))).toBeLessThan(8_192)
  })

  it('of an authorization that has expired says so', async () => {
    const shop = await api().make.shop()
    const my = till(api().url, shop)
    const reserved = await my.reserved()
    await expire(api().sql, reserved)
    await my.consume(reserved)
    const [, refused] = await keptOf(shop.merchant.id, 2)
    expect(refused).toMatchObject({ status: 400, code: 'authorization_expired', reference: reserved.reference })
  })
})
