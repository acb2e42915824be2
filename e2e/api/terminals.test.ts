import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mintClientSecret } from '@/lib/credentials/secret'
import { call, form, tokenOf } from '../fixtures/client'
import type { OAuthClient } from '../fixtures/factories'
import { startService } from '../fixtures/service'
import { sameness, startApi, till } from './till'

/** D58, ADR-0037: a call says which till it is of; what that till does is kept for its merchant, and no answer ever changes. */

const api = startApi()

/** A process of a test's own: it writes what it has seen when it ends. */
async function during<Value>(work: (url: string) => Promise<Value>): Promise<Value> {
  const service = await startService(api().databaseUrl)
  let value: Value
  try {
    value = await work(service.url)
  } finally {
    expect(await service.stop()).toBe(0)
  }
  expect(service.log()).not.toContain('terminals were not written down')
  return value
}

const terminalsOf = (merchantId: number) => api().sql`
  select terminal, from_address as "fromAddress", from_adapter as "fromAdapter", branch_id as "branchId", api_key_id as "apiKeyId",
    oauth_client_id as "oauthClientId", user_agent as "userAgent", address, last_call_at is not null as called,
    last_token_at is not null as "gotToken", last_sale_at is not null as sold, refused_reason as reason,
    refused_operation as "refusedOperation"
  from terminals where merchant_id = ${merchantId} order by terminal`

const hoursOf = (merchantId: number, terminal: string) => api().sql`
  select sum(done)::int as done, sum(refused)::int as refused, sum(denied)::int as denied, sum(reserved)::int as reserved,
    sum(confirmed)::int as confirmed, sum(replayed)::int as replayed, sum(ended)::int as ended, sum(expired)::int as expired,
    sum(clock_samples)::int as samples, max(clock_seconds) as clock
  from terminal_hours h join terminals t on t.merchant_id = h.merchant_id and t.id = h.terminal_id
  where h.merchant_id = ${merchantId} and t.terminal = ${terminal}`

const kept = (merchantId: number) => api().sql<{ details: { terminal?: string; terminalIllFormed?: boolean } }[]>`
  select details from api_requests where merchant_id = ${merchantId} order by occurred_at, id`

describe.concurrent('a till that names itself', () => {
  it('is kept with what it sold, of which branch, with which credential, and how its clock stands', async () => {
    const shop = await api().make.shop()
    const branchId = await api().make.branch(shop.merchant.id)
    const headers = { 'X-Terminal-Id': 'CAJA-01', 'User-Agent': 'Adaptador/2.3' }
    await during(async (url) => {
      const my = till(url, shop)
      const key = randomUUID()
      const body = my.applyBody({ branchId })
      const first = await my.apply(body, { headers, idempotencyKey: key })
      expect((await my.apply(body, { headers, idempotencyKey: key })).status).toBe(201)
      const fast = new Date(Date.now() + 40 * 60_000).toISOString()
      expect((await my.consume(first.body.value, { consumptionDate: fast }, { headers })).status).toBe(400)
      expect((await my.consume(first.body.value, {}, { headers })).status).toBe(201)
      const second = await my.apply({}, { headers })
      expect((await my.release(second.body.value, {}, { headers })).status).toBe(200)
      expect((await my.apply({ branchId: 999_999 }, { headers })).status).toBe(400)
    })
    expect(await terminalsOf(shop.merchant.id)).toEqual([
      {
        ...{ terminal: 'CAJA-01', fromAddress: '', fromAdapter: '', branchId, apiKeyId: shop.credential.id },
        ...{ oauthClientId: null, userAgent: 'Adaptador/2.3', address: expect.stringMatching(/127\.0\.0\.1$/) },
        ...{ called: true, gotToken: false, sold: true, reason: null, refusedOperation: null },
      },
    ])
    const [hours] = await hoursOf(shop.merchant.id, 'CAJA-01')
    expect(hours).toMatchObject({ done: 5, refused: 2, denied: 0, reserved: 2, confirmed: 1, replayed: 1 })
    expect(hours).toMatchObject({ ended: 2, expired: 0, samples: 2 })
    expect(hours?.clock).toBeGreaterThan(39 * 60)
    expect(hours?.clock).toBeLessThanOrEqual(40 * 60)
  })

  it('by OAuth is known by its token requests too, and by the moment of the secret behind its token', async () => {
    const { make, sql } = api()
    const { id: merchantId } = await make.merchant()
    const client = await make.oauthClient(merchantId)
    const fields = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.clientSecret }
    const token = await during(async (url) => {
      expect((await form(url, '/connect/token', fields, { 'X-Terminal-Id': 'caja.1' })).status).toBe(200)
      return tokenOf(url, client)
    })
    expect(await terminalsOf(merchantId)).toMatchObject([
      { terminal: '', gotToken: true },
      { terminal: 'caja.1', gotToken: true, called: false, oauthClientId: client.id },
    ])
    await sql`update access_tokens set issued_at = now() - interval '5 minutes' where oauth_client_id = ${client.id}`
    await during((url) =>
      call(url, 'listIdentificationTypes', { credential: token, headers: { 'X-Terminal-Id': 'caja.2' } }),
    )
    const [row] = await sql`
      select (select bool_and(t.secret_at = a.issued_at) from access_tokens a where a.oauth_client_id = ${client.id}) as "isOfToken"
      from terminals t where t.merchant_id = ${merchantId} and t.terminal = 'caja.2'`
    expect(row).toEqual({ isOfToken: true })
  })

  it('is told to have presented the former secret, which is not accepted', async () => {
    const { make, sql } = api()
    const { id: merchantId } = await make.merchant()
    const client = await make.oauthClient(merchantId)
    const { secretHash } = mintClientSecret(client.clientId)
    await sql`update oauth_clients set previous_secret_hash = secret_hash, secret_hash = ${secretHash}, rotated_at = now()
      where id = ${client.id}`
    const ask = (url: string, { clientId, clientSecret }: OAuthClient, terminal: string) =>
      form(
        url,
        '/connect/token',
        { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
        { 'X-Terminal-Id': terminal },
      )
    await during(async (url) => {
      expect((await ask(url, client, 'CAJA-02')).status).toBe(401)
      // A stranger who knows the client's id makes no terminal.
      expect((await ask(url, { ...client, clientSecret: 'a guess' }, 'CAJA-03')).status).toBe(401)
    })
    expect(await terminalsOf(merchantId)).toMatchObject([
      {
        ...{ terminal: 'CAJA-02', called: false, gotToken: false, oauthClientId: null },
        ...{ reason: 'previous_secret', refusedOperation: 'POST /connect/token' },
      },
    ])
  })
})

describe.concurrent('the header', () => {
  it.each([
    ['absent', undefined, '', {}],
    ['of 64 characters', 'x'.repeat(64), 'x'.repeat(64), { terminal: 'x'.repeat(64) }],
    ['of 65 characters', 'x'.repeat(65), '', { terminalIllFormed: true }],
    ['ill-formed', 'caja 1', '', { terminalIllFormed: true }],
  ])('%s changes no answer, and the record of the call says what it was', async (_, header, terminal, told) => {
    const shop = await api().make.shop()
    const headers = { 'User-Agent': 'POS/1', ...(header === undefined ? {} : { 'X-Terminal-Id': header }) }
    const [plain, named] = await during(async (url) => {
      const { credential } = shop
      return [
        sameness(await call(url, 'listIdentificationTypes', { credential: shop.credential })),
        sameness(await call(url, 'listIdentificationTypes', { credential, headers })),
      ]
    })
    expect(named).toEqual(plain)
    const rows = await terminalsOf(shop.merchant.id)
    expect(
      rows.find(({ fromAdapter, terminal: id }) => id === terminal && (id !== '' || fromAdapter === 'POS/1')),
    ).toMatchObject({
      userAgent: 'POS/1',
      fromAddress: terminal === '' ? expect.stringMatching(/127\.0\.0\.1$/) : '',
    })
    expect((await kept(shop.merchant.id)).map(({ details }) => details)).toEqual([
      expect.not.objectContaining({ terminal: expect.anything(), terminalIllFormed: expect.anything() }),
      expect.objectContaining(told),
    ])
  })

  it('of one merchant’s till is nothing to another merchant that uses the same id', async () => {
    const [mine, theirs] = [await api().make.shop(), await api().make.shop()]
    const headers = { 'X-Terminal-Id': 'CAJA-01' }
    await during(async (url) => {
      await call(url, 'listIdentificationTypes', { credential: mine.credential, headers })
      await till(url, theirs).apply({}, { headers })
    })
    expect(await terminalsOf(mine.merchant.id)).toMatchObject([{ apiKeyId: mine.credential.id }])
    expect(await terminalsOf(theirs.merchant.id)).toMatchObject([{ apiKeyId: theirs.credential.id }])
    expect((await hoursOf(mine.merchant.id, 'CAJA-01'))[0]).toMatchObject({ done: 1, reserved: 0 })
  })

  it('on a call with a key that was revoked tells that till apart, while its answer is that of every refused key', async () => {
    const { credential, merchant } = await api().make.shop()
    await api().sql`update api_keys set revoked_at = now() where id = ${credential.id}`
    await during(async (url) => {
      const headers = { 'X-Terminal-Id': 'CAJA-09' }
      expect((await call(url, 'listIdentificationTypes', { credential, headers })).status).toBe(401)
    })
    expect(await terminalsOf(merchant.id)).toMatchObject([{ terminal: 'CAJA-09', reason: 'revoked', called: false }])
    expect((await hoursOf(merchant.id, 'CAJA-09'))[0]).toMatchObject({ denied: 1, done: 0 })
  })
})
