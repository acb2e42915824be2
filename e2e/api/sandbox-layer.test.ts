import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Identity, type IdentityCode, identities, identityOf } from '@/lib/sandbox/identities'
import { call } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { type ApiKey, factories, type Shop } from '../fixtures/factories'
import { startOfficesProcess } from '../fixtures/offices-process'
import { startService } from '../fixtures/service'
import { authorizationRow, outcome, type Reserved, till } from './till'

/** What the layer of the test environment does for each staged identity, through both doors (sandbox.md, Identities 2 and 3; D67). */

let database: TestDatabase
let make: ReturnType<typeof factories>
let shop: Shop
const doors = { node: '', next: '' }
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createDatabase()
  make = factories(database.sql)
  shop = await make.shop()
  for (const { cedula } of identities) await make.person(shop.company.id, { identification: cedula })
  const next = await startOfficesProcess(database.databaseUrl)
  stops.push(next.stop)
  const node = await startService(database.databaseUrl)
  stops.push(node.stop)
  Object.assign(doors, { node: node.url, next: next.url })
})

afterAll(async () => {
  for (const stop of stops) await stop()
  await database?.drop()
})

const staged = identities.filter(({ staging }) => staging !== undefined)

const identityBy = (code: IdentityCode): Identity => {
  const found = identityOf(1, `999000000${code}`)
  if (!found) throw new Error(`no identity ${code}`)
  return found
}

type Door = keyof typeof doors

/** A till with a credential of its own, at a door, whose customer is that identity. */
async function tillOf(door: Door, code: IdentityCode, credential?: ApiKey) {
  const mine = credential ?? (await make.apiKey(shop.merchant.id))
  const person = { ...shop.person, identification: identityBy(code).cedula }
  return Object.assign(till(doors[door], { ...shop, person, credential: mine }), { credential: mine })
}

/** `cut` where the connection ended without an answer; else the answer in short. */
const tried = (answer: ReturnType<typeof call>): Promise<string> => answer.then(outcome, () => 'cut')

/** An answer that the document does not promise, as a balancer gives it. */
const bare = (door: Door, credential: ApiKey, code: IdentityCode) =>
  fetch(`${doors[door]}/api/v1/integrations/eligibility`, {
    method: 'POST',
    headers: { 'X-Api-Key': credential.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ identificationTypeId: 1, identification: identityBy(code).cedula }),
  })

const eachDoor = describe.each(['node', 'next'] as const)

/** What each identity does, by its code: the law below has one for every staged identity of the table. */
const shown: Partial<Record<IdentityCode, (door: Door) => Promise<void>>> = {
  '14': async (door) => {
    const my = await tillOf(door, '14')
    expect((await my.eligibility()).body.value).toMatchObject({ eligible: true, discounts: [{}] })
    const body = my.applyBody()
    expect(outcome(await my.apply(body))).toBe('404 discount_not_available')
    expect(await database.sql`select from authorizations where reference = ${body.reference as string}`).toHaveLength(0)
  },
  '20': (door) => livesFor(door, '20', 20),
  '21': async (door) => {
    await livesFor(door, '21', 3)
    const my = await tillOf(door, '21')
    const late = await my.reserved()
    await database.sql`select pg_sleep(3.1)`
    expect(outcome(await my.consume(late))).toBe('400 authorization_expired')
  },
  '30': async (door) => {
    const my = await tillOf(door, '30')
    const [body, idempotencyKey] = [my.applyBody(), randomUUID()]
    expect(await tried(my.apply(body, { idempotencyKey }))).toBe('cut')
    const replayed = await my.apply(body, { idempotencyKey })
    expect(outcome(replayed)).toBe('201 replayed')
    expect(await authorizationRow(database.sql, replayed.body.value)).toMatchObject({ reference: body.reference })
    expect(outcome(await my.consume(replayed.body.value))).toBe('201')
  },
  '31': async (door) => {
    const my = await tillOf(door, '31')
    const reserved = await my.reserved()
    const [body, idempotencyKey] = [my.consumeBody(reserved), randomUUID()]
    expect(await tried(my.consume(reserved, body, { idempotencyKey }))).toBe('cut')
    expect(await authorizationRow(database.sql, reserved)).toMatchObject({ status: 'Consumed' })
    expect(outcome(await my.consume(reserved, body, { idempotencyKey }))).toBe('201 replayed')
  },
  '32': (door) => isLate(door, '32', 6),
  '33': (door) => isLate(door, '33', 25),
  '40': async (door) => {
    const my = await tillOf(door, '40')
    for (const attempt of [1, 2]) {
      const refused = await my.apply()
      expect([attempt, outcome(refused), refused.headers.get('retry-after')]).toEqual([
        attempt,
        '429 rate_limited',
        '3',
      ])
    }
    expect(outcome(await my.apply())).toBe('201')
    // Another till of the merchant meets its own.
    expect(outcome(await (await tillOf(door, '40')).eligibility())).toBe('429 rate_limited')
  },
  '41': async (door) => {
    const my = await tillOf(door, '41')
    const [body, idempotencyKey] = [my.applyBody(), randomUUID()]
    for (const attempt of [1, 2]) {
      const refused = await my.apply(body, { idempotencyKey })
      const said = [attempt, outcome(refused), refused.headers.get('retry-after')]
      expect(said).toEqual([attempt, '503 service_unavailable', '2'])
    }
    // A fault binds no key: the same call is served as new.
    expect(outcome(await my.apply(body, { idempotencyKey }))).toBe('201')
  },
  '42': async (door) => {
    const my = await tillOf(door, '42')
    expect(outcome(await my.eligibility())).toBe('500 internal_error')
    const reserved = await my.reserved()
    expect(outcome(await my.consume(reserved))).toBe('201')
  },
  '43': async (door) => {
    const { credential, ...my } = await tillOf(door, '43')
    const page = await bare(door, credential, '43')
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html'])
    expect(page.headers.has('x-request-id')).toBe(false)
    expect(await page.text()).toContain('<h1>502 Bad Gateway</h1>')
    expect(outcome(await my.apply())).toBe('201')
  },
  '50': async (door) => {
    const my = await tillOf(door, '50')
    const refused = await my.eligibility()
    expect(outcome(refused)).toBe('401 credential_invalid')
    expect(refused.headers.get('www-authenticate')).toContain('invalid_token')
    expect(outcome(await my.eligibility())).toBe('200')
  },
}

async function livesFor(door: Door, code: IdentityCode, seconds: number): Promise<void> {
  const reserved = await (await tillOf(door, code)).reserved()
  const { expires_at, authorized_at } = await authorizationRow(database.sql, reserved)
  expect(expires_at - authorized_at).toBe(seconds * 1_000)
}

/** What was reserved stands before its answer comes: an answer that waited for a part of the time would be here before it. */
async function isLate(door: Door, code: IdentityCode, seconds: number): Promise<void> {
  const my = await tillOf(door, code)
  const body = my.applyBody()
  const startedAt = performance.now()
  const answer = my.apply(body)
  await eventually(async () => {
    const rows = await database.sql`select from authorizations where reference = ${body.reference as string}`
    expect(rows).toHaveLength(1)
  })
  expect(outcome(await answer)).toBe('201')
  expect(performance.now() - startedAt).toBeGreaterThan(seconds * 1_000 - 50)
}

it('has a test for each staged identity of the table', () => {
  expect(Object.keys(shown).toSorted()).toEqual(staged.map(({ code }) => code))
})

eachDoor('at the door of %s', (door) => {
  it.concurrent.each(staged.map(({ code, does }) => [code, does.en] as const))('%s: %s', async (code) => {
    await shown[code]?.(door)
  })

  it('knows the letters of other identification types by the same table', async () => {
    await database.sql`insert into identification_types (id, name) values (2, 'Pasaporte') on conflict do nothing`
    const credential = await make.apiKey(shop.merchant.id)
    const body = { identificationTypeId: 2, identification: 'prueba42' }
    const asked = () => call(doors[door], 'checkEligibility', { credential, body })
    expect(outcome(await asked())).toBe('500 internal_error')
    expect((await asked()).body.value.eligible).toBe(false)
  })

  it('counts a fault for the client, not for its token', async () => {
    const client = await make.oauthClient(shop.merchant.id)
    const tokenOf = async () => {
      const form = new URLSearchParams({ grant_type: 'client_credentials' })
      const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
      const headers = { Authorization: `Basic ${basic}` }
      const answer = await fetch(`${doors[door]}/connect/token`, { method: 'POST', headers, body: form })
      return { kind: 'token', token: (await answer.json()).access_token } as const
    }
    const body = { identificationTypeId: 1, identification: identityBy('50').cedula }
    const asked = async () => call(doors[door], 'checkEligibility', { credential: await tokenOf(), body })
    expect([outcome(await asked()), outcome(await asked())]).toEqual(['401 credential_invalid', '200'])
  })

  it('cuts one of several attempts at once with a key, and makes one authorization', async () => {
    const my = await tillOf(door, '30')
    const [body, idempotencyKey] = [my.applyBody(), randomUUID()]
    const results = await Promise.all(Array.from({ length: 8 }, () => tried(my.apply(body, { idempotencyKey }))))
    expect(results.toSorted()).toEqual([...Array(7).fill('201 replayed'), 'cut'])
  })

  it('leaves everybody else alone', async () => {
    const my = till(doors[door], shop)
    const reserved: Reserved = await my.reserved()
    expect(reserved.authorizationCode).not.toMatch(/TEST-PR/)
    expect(outcome(await my.consume(reserved))).toBe('201')
  })
})

it('shows the merchant what a staged call got', async () => {
  const my = await tillOf('node', '30')
  expect(await tried(my.apply())).toBe('cut')
  const broken = await tillOf('node', '43')
  expect((await bare('node', broken.credential, '43')).status).toBe(502)
  await eventually(async () => {
    const rows = await database.sql`
      select status, code, details->>'staged' as staged, (details->>'cut')::bool as cut from api_requests
      where api_key_id in (${my.credential.id}, ${broken.credential.id}) order by details->>'staged'`
    expect(rows).toEqual([
      { status: 201, code: null, staged: '30', cut: true },
      { status: 502, code: 'bad_gateway', staged: '43', cut: null },
    ])
  })
})

describe('a process that stops', () => {
  it('gives a slow answer at once, whole, which held its only connection of the database from nobody', async () => {
    const service = await startService(database.databaseUrl, { DATABASE_POOL_MAX: '1' })
    const person = { ...shop.person, identification: identityBy('33').cedula }
    const my = till(service.url, { ...shop, person })
    const body = my.applyBody()
    const answer = my.apply(body)
    await eventually(async () => {
      const rows = await database.sql`select from authorizations where reference = ${body.reference as string}`
      expect(rows).toHaveLength(1)
    })
    expect(outcome(await till(service.url, shop).apply())).toBe('201')
    const ended = service.stop()
    expect(outcome(await answer)).toBe('201')
    expect(await ended).toBe(0)
  })
})

describe('in production', () => {
  it('an assigned identification is one like any other', async () => {
    const service = await startService(database.databaseUrl, { SERVICE_ENVIRONMENT: 'production' })
    const credential = await make.apiKey(shop.merchant.id)
    const of = (code: IdentityCode) =>
      till(service.url, { ...shop, person: { ...shop.person, identification: identityBy(code).cedula }, credential })
    for (const { code } of staged.filter((one) => one.staging?.kind !== 'slow')) {
      const reserved = await of(code).reserved()
      expect(reserved.authorizationCode).not.toMatch(/TEST-PR/)
      expect([code, outcome(await of(code).consume(reserved))]).toEqual([code, '201'])
    }
    expect(await service.stop()).toBe(0)
  })
})
