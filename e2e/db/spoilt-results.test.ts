import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { consume, type PaidAmounts } from '@/db/queries/tills/consumptions'
import { closeService, service } from '@/lib/http/service'
import { newCode } from '@/lib/kernel/random-text'
import { routes } from '@/server/routes'
import { type Reserved, recordsOf } from '../api/till'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { type ApiKey, factories, newReference, type OAuthClient, testDataKey } from '../fixtures/factories'
import { Spoiler, type Spoiling, spoilings } from '../fixtures/spoiler'
import { expectInvariants } from './invariants'

/**
 * A row that is not there is no answer: whatever result of a till's statement cannot be read, the call is 503, so that the till asks
 * again with its key, and nothing is decided on it. The API runs in this process, on a real database.
 */

let database: TestDatabase
const spoiler = new Spoiler()

beforeAll(async () => {
  database = await createDatabase()
  vi.stubEnv('DATABASE_URL', database.databaseUrl)
  vi.stubEnv('DATA_KEY', testDataKey)
  vi.stubEnv('LOG_LEVEL', 'silent')
  const { db } = service()
  for (const pool of [db.pool, db.sharedPool]) if (pool) spoiler.pool(pool)
})

afterAll(async () => {
  await closeService()
  if (database) await expectInvariants(database.sql)
  await database?.drop()
})

type Said = { status: number; replayed: boolean; retryAfter: string | null; body: Record<string, unknown> }

async function answerTo(path: string, request: RequestInit, query = ''): Promise<Said> {
  const method = request.method === 'GET' ? 'GET' : 'POST'
  const handler = routes[path]?.[method]
  if (!handler) throw new Error(`nothing is at ${path}`)
  const response = await handler(new Request(`http://localhost${path}${query}`, request))
  return {
    status: response.status,
    replayed: response.headers.has('idempotent-replayed'),
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as Record<string, unknown>,
  }
}

type Credential = ApiKey | { kind: 'token'; token: string }

const headersOf = (credential: Credential): Record<string, string> =>
  credential.kind === 'api_key' ? { 'X-Api-Key': credential.apiKey } : { Authorization: `Bearer ${credential.token}` }

const integrations = '/api/v1/integrations'

const post = (credential: Credential, path: string, body: object, key: string = randomUUID()) =>
  answerTo(`${integrations}${path}`, {
    method: 'POST',
    headers: { ...headersOf(credential), 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  })

const get = (credential: Credential, path: string, query = '') =>
  answerTo(path, { method: 'GET', headers: headersOf(credential) }, query)

const askToken = ({ clientId, clientSecret }: OAuthClient) =>
  answerTo('/connect/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  })

/** A merchant's till, and a reservation of 1,000 with 100 off. */
async function openShop(options: Parameters<ReturnType<typeof factories>['shop']>[0] = {}) {
  const shop = await factories(database.sql).shop(options)
  const { credential, person, discountId } = shop
  const who = { identificationTypeId: person.identificationTypeId, identification: person.identification }
  const applyBody = { ...who, merchantDiscountId: discountId, purchaseAmount: 1000, reference: newReference() }
  return { ...shop, till: credential, who, applyBody, records: () => recordsOf(database.sql, shop.merchant.id) }
}

type Till = Awaited<ReturnType<typeof openShop>>

async function reserve({ till, applyBody }: Till, key?: string): Promise<Reserved> {
  const said = await post(till, '/discounts/apply', applyBody, key)
  expect(said.status).toBe(201)
  return said.body.value as Reserved
}

const paid = ({ authorizationCode, reference }: Reserved, more: object = {}) => ({
  authorizationCode,
  reference,
  consumptionDate: new Date().toISOString(),
  ...more,
})

const short = ({ status, replayed, body }: Said) =>
  [status, replayed ? 'replayed' : '', body.code ?? body.error ?? ''].filter((part) => part !== '').join(' ')

function expectUnavailable(said: Said): void {
  expect(short(said)).toMatch(/^503 (service_unavailable|temporarily_unavailable)$/)
  expect(said.retryAfter).toBe('1')
}

/** The statements, by what they alone say. */
const statements = {
  apiKey: / api_keys k where k\.prefix/,
  accessToken: / access_tokens t where t\.token_hash/,
  oauthClient: /c\.previous_secret_hash/,
  newToken: /as "isStored"/,
  authorization: /matched_subtotal as "matchedSubtotal"/,
  standing: /order by a\.id desc limit 1/,
  boundKey: /fingerprint, (k\.)?authorization_id/,
  applyGround: /ik\.fingerprint/,
  offers: /person\.first_name/,
  matchingSkus: / articles a on a\.merchant_id = \? and a\.sku/,
  reservation: /insert into authorizations/,
  ownAuthorization: /from authorizations where merchant_id = \? and id = \?/,
  registration: /insert into consumptions/,
  ownConsumption: /where c\.merchant_id = \? and c\.id = \?/,
  tooFarAhead: /as ahead/,
  release: /'Released' else/,
  consumptions: /"registeredAtMicros"/,
  identificationTypes: /select id, name from identification_types/,
}

describe.each(spoilings)('of a result with a %s', (how: Spoiling) => {
  it('a consumption with a new total is not registered without it', async () => {
    const shop = await openShop()
    const reserved = await reserve(shop)
    const [body, key] = [paid(reserved, { purchaseAmount: 400 }), randomUUID()]
    expectUnavailable(
      await spoiler.around(statements.authorization, how, () => post(shop.till, '/consumptions', body, key)),
    )
    expect(await shop.records()).toEqual({ authorizations: 1, consumptions: 0 })
    const said = await post(shop.till, '/consumptions', body, key)
    expect(short(said)).toBe('201')
    expect(said.body.value).toMatchObject({ purchaseAmount: 400, discountAmount: 40, finalAmount: 360 })
  })

  it.each(['boundKey', 'ownConsumption'] as const)('a replay of a consumption is no refusal (%s)', async (name) => {
    const shop = await openShop()
    const [body, key] = [paid(await reserve(shop)), randomUUID()]
    expect(short(await post(shop.till, '/consumptions', body, key))).toBe('201')
    expectUnavailable(await spoiler.around(statements[name], how, () => post(shop.till, '/consumptions', body, key)))
    expect(short(await post(shop.till, '/consumptions', body, key))).toBe('201 replayed')
    expect(await shop.records()).toEqual({ authorizations: 1, consumptions: 1 })
  })

  it('a consumption that was written is not refused', async () => {
    const shop = await openShop()
    const [body, key] = [paid(await reserve(shop)), randomUUID()]
    expectUnavailable(
      await spoiler.around(statements.registration, how, () => post(shop.till, '/consumptions', body, key)),
    )
    expect(short(await post(shop.till, '/consumptions', body, key))).toBe('201 replayed')
    expect(await shop.records()).toEqual({ authorizations: 1, consumptions: 1 })
  })

  it('a consumption of a known code is neither not found nor expired', async () => {
    const shop = await openShop()
    const reserved = await reserve(shop)
    const future = paid(reserved, { consumptionDate: '2099-01-01T00:00:00Z' })
    const refused = { status: 400, body: { code: 'invalid_request' } }
    for (const statement of [statements.authorization, statements.tooFarAhead]) {
      expectUnavailable(await spoiler.around(statement, how, () => post(shop.till, '/consumptions', future)))
    }
    expect(await post(shop.till, '/consumptions', future)).toMatchObject(refused)
    expect(await shop.records()).toEqual({ authorizations: 1, consumptions: 0 })
    expect(short(await post(shop.till, '/consumptions', paid(reserved)))).toBe('201')
  })

  it.each(['applyGround', 'boundKey', 'ownAuthorization'] as const)(
    'a replay of an apply is no other answer (%s)',
    async (name) => {
      const shop = await openShop()
      const key = randomUUID()
      await reserve(shop, key)
      const again = () => post(shop.till, '/discounts/apply', shop.applyBody, key)
      expectUnavailable(await spoiler.around(statements[name], how, again))
      expect(short(await again())).toBe('201 replayed')
      expect(await shop.records()).toEqual({ authorizations: 1, consumptions: 0 })
    },
  )

  it.each([{}, { usesTotal: 5 }])('a reservation that was written is not refused (%j)', async (limits) => {
    const shop = await openShop(limits)
    const key = randomUUID()
    const apply = () => post(shop.till, '/discounts/apply', shop.applyBody, key)
    expectUnavailable(await spoiler.around(statements.reservation, how, apply))
    expect(short(await apply())).toBe('201 replayed')
    expect(await shop.records()).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it('a reference in use is not taken for a free one, nor a standing reservation for none', async () => {
    const shop = await openShop()
    const { reference } = await reserve(shop)
    const apply = () => post(shop.till, '/discounts/apply', shop.applyBody)
    expectUnavailable(await spoiler.around(statements.standing, how, apply))
    expect(short(await apply())).toBe('400 reference_in_use')
    const find = () => get(shop.till, `${integrations}/discounts/authorizations`, `?reference=${reference}`)
    expectUnavailable(await spoiler.around(statements.standing, how, find))
    expect(short(await find())).toBe('200')
  })

  it('the lines of a purchase are priced whole', async () => {
    const make = factories(database.sql)
    const market = await openShop()
    const categoryId = await make.category(market.merchant.id)
    for (const sku of ['A', 'B', 'C']) await make.article(market.merchant.id, sku, categoryId)
    const merchantDiscountId = await make.discount(market.merchant.id, { scope: { category: categoryId } })
    await make.grant(market.company.id, market.merchant.id, merchantDiscountId)
    const items = ['A', 'B', 'C', 'X', 'A'].map((sku) => ({ sku, quantity: 1, unitPrice: 100 }))
    const body = { ...market.applyBody, merchantDiscountId, items }
    const apply = () => post(market.till, '/discounts/apply', body)
    expectUnavailable(await spoiler.around(statements.matchingSkus, how, apply))
    expect(await market.records()).toEqual({ authorizations: 0, consumptions: 0 })
    const said = await apply()
    expect(said).toMatchObject({ status: 201, body: { value: { discountAmount: 40 } } })
  })

  it('a reservation that is released says so, and is not unknown', async () => {
    const shop = await openShop()
    const reserved = await reserve(shop)
    const release = () =>
      post(shop.till, '/discounts/release', {
        authorizationCode: reserved.authorizationCode,
        reference: reserved.reference,
      })
    // Released without a word: what it has become is asked, where no row at all could mean that it was released before.
    const first = await spoiler.around(statements.release, how, release)
    if (how === 'hole') expectUnavailable(first)
    else expect(first).toMatchObject({ status: 200, body: { value: { status: 'Released' } } })
    expectUnavailable(await spoiler.around(statements.authorization, how, release))
    expect(await release()).toMatchObject({ status: 200, body: { value: { status: 'Released' } } })
  })

  it('a right key is neither refused nor an error of ours', async () => {
    const { till, who } = await openShop()
    const ask = () => post(till, '/eligibility', who)
    expectUnavailable(await spoiler.around(statements.apiKey, how, ask))
    expectUnavailable(await spoiler.around(statements.offers, how, ask))
    expect(await ask()).toMatchObject({ status: 200, body: { value: { eligible: true } } })
  })

  it('a right client gets its token, and a live token is one', async () => {
    const shop = await openShop()
    const client = await factories(database.sql).oauthClient(shop.merchant.id)
    expectUnavailable(await spoiler.around(statements.oauthClient, how, () => askToken(client)))
    // Of a client that is looked into the token is stored by a statement of its own.
    await database.sql`update oauth_clients set sandbox_until = now() + interval '1 hour' where id = ${client.id}`
    expectUnavailable(await spoiler.around(statements.newToken, how, () => askToken(client)))
    await database.sql`update oauth_clients set sandbox_until = null where id = ${client.id}`
    const said = await askToken(client)
    expect(said.status).toBe(200)
    const token = { kind: 'token', token: String(said.body.access_token) } as const
    const ask = () => post(token, '/eligibility', shop.who)
    expectUnavailable(await spoiler.around(statements.accessToken, how, ask))
    expect(await ask()).toMatchObject({ status: 200, body: { value: { eligible: true } } })
  })
})

describe('the statement that writes a consumption', () => {
  /** The amounts for a total of 400. */
  const recalculated = { purchaseAmount: '400.00', discountAmount: '40.00', finalAmount: '360.00' }

  it.each([
    ['another total than the till named', { newTotal: '500.00', recalculated }],
    ['the amounts of another total', { newTotal: '399.99', recalculated }],
  ])('refuses %s, and ends no authorization', async (_, amounts) => {
    const shop = await openShop()
    const { authorizationCode, reference } = await reserve(shop)
    const { merchant, till } = shop
    const write = (paid: PaidAmounts) =>
      consume(service().db, {
        ...paid,
        merchantId: merchant.id,
        code: newCode(),
        authorizationCode,
        reference,
        consumptionDate: new Date().toISOString(),
        idempotencyKey: randomUUID(),
        fingerprint: Buffer.alloc(32),
        apiKeyId: till.id,
        oauthClientId: null,
      })
    expect(await write(amounts)).toBeUndefined()
    expect(await shop.records()).toEqual({ authorizations: 1, consumptions: 0 })
    expect(await write({ newTotal: '400.00', recalculated })).toMatchObject({ finalAmount: '360.00' })
    expect(await shop.records()).toEqual({ authorizations: 1, consumptions: 1 })
  })

  it('is never asked for a new total of a code that nobody has', async () => {
    const shop = await openShop()
    const { reference } = await reserve(shop)
    const strange = paid({ authorizationCode: newCode(), reference }, { purchaseAmount: 400 })
    const written = () =>
      spoiler.around(statements.registration, 'hole', () => post(shop.till, '/consumptions', strange))
    await expect(written()).rejects.toThrow('no statement fits')
    expect(short(await post(shop.till, '/consumptions', strange))).toBe('404 authorization_not_found')
    expect(await shop.records()).toEqual({ authorizations: 1, consumptions: 0 })
  })
})

describe('of a list with a hole', () => {
  it('nothing is shown', async () => {
    const shop = await openShop()
    const { till } = shop
    const reader = await factories(database.sql).apiKey(shop.merchant.id, { permissions: ['core.consumptions.read'] })
    expect(short(await post(till, '/consumptions', paid(await reserve(shop))))).toBe('201')
    const types = () => get(till, `${integrations}/identification-types`)
    const list = () => get(reader, '/api/v1/consumptions')
    expectUnavailable(await spoiler.around(statements.identificationTypes, 'hole', types))
    expectUnavailable(await spoiler.around(statements.consumptions, 'hole', list))
    expect([short(await types()), short(await list())]).toEqual(['200', '200'])
  })
})

it('a person whose company cannot be read is not without a name of it', async () => {
  const { till, who, person } = await openShop()
  const ask = () => post(till, '/eligibility', who)
  const [company] =
    await database.sql`select c.* from companies c join collaborators p on p.company_id = c.id where p.id = ${person.id}`
  /** Without what refuses it: nothing but a fault of the database takes a company away that has people. */
  const unguarded = (change: (sql: TransactionSql) => Promise<unknown>) =>
    database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await change(sql)
    })
  await unguarded((sql) => sql`delete from companies where id = ${company?.id}`)
  expectUnavailable(await ask())
  await unguarded(
    (sql) =>
      sql`insert into companies (id, key, name, legal_id, created_at) overriding system value select * from json_populate_record(null::companies, ${JSON.stringify(company)}::text::json)`,
  )
  expect(await ask()).toMatchObject({ status: 200, body: { value: { eligible: true } } })
})
