import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OfficeDatabase } from '@/db/office'
import { armFault, disarmFaults, showArmedFaults } from '@/lib/sandbox/arm-fault'
import { type Arming, arming } from '@/lib/sandbox/faults'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { type ApiKey, factories, type Shop } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { startOfficesProcess } from '../fixtures/offices-process'
import { inTest } from '../fixtures/sandboxes'
import { startService } from '../fixtures/service'
import { outcome, till } from './till'

/** Faults that a merchant arms for a credential of theirs, met through both doors (sandbox.md, Identities 4; D67). */

let database: TestDatabase
let office: OfficeDatabase
let make: ReturnType<typeof factories>
let shop: Shop
let ctx: ReturnType<typeof inTest<ReturnType<typeof contextOf>>>
const doors = { node: '', next: '' }
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createDatabase()
  office = openTestOffice(database.databaseUrl)
  make = factories(database.sql)
  shop = await make.shop()
  ctx = inTest(contextOf(office, shop.merchant.id, await people(database.sql).newMember(shop.merchant.id)))
  const next = await startOfficesProcess(database.databaseUrl)
  stops.push(next.stop)
  const node = await startService(database.databaseUrl)
  stops.push(node.stop)
  Object.assign(doors, { node: node.url, next: next.url })
})

afterAll(async () => {
  for (const stop of stops) await stop()
  await office?.sql.end()
  await database?.drop()
})

type Door = keyof typeof doors

/** A credential of its own with a fault armed for it, and its till at a door. */
async function armed(door: Door, fault: Arming['fault'], more: Partial<Arming> = {}, credential?: ApiKey) {
  const mine = credential ?? (await make.apiKey(shop.merchant.id))
  const asked = { kind: mine.kind, id: mine.id, fault, operation: null, seconds: null, times: 1, minutes: 5, ...more }
  await armFault(ctx, arming.parse(asked))
  return Object.assign(till(doors[door], { ...shop, credential: mine }), { credential: mine })
}

const tried = <T>(answer: Promise<T>, said: (answer: T) => unknown): Promise<unknown> => answer.then(said, () => 'cut')

/** An answer that the document does not promise. */
const bare = (door: Door, { apiKey }: ApiKey) =>
  fetch(`${doors[door]}/api/v1/integrations/identification-types`, { headers: { 'X-Api-Key': apiKey } })

const statement = (text: string) =>
  database.sql.unsafe(`select count(*)::int as n from authorizations where reference = '${text}'`)

describe.each(['node', 'next'] as const)('at the door of %s', (door) => {
  it('a lost answer is done first, cut for the repetition too while it is armed, and found by the one after', async () => {
    const my = await armed(door, 'lost', { operation: 'applyDiscount', times: 2 })
    expect(outcome(await my.eligibility())).toBe('200')
    const [body, idempotencyKey] = [my.applyBody(), randomUUID()]
    expect(await tried(my.apply(body, { idempotencyKey }), outcome)).toBe('cut')
    expect(await statement(String(body.reference))).toEqual([{ n: 1 }])
    expect(await tried(my.apply(body, { idempotencyKey }), outcome)).toBe('cut')
    expect(outcome(await my.apply(body, { idempotencyKey }))).toBe('201 replayed')
  })

  it('a slow answer comes after its seconds, whole', async () => {
    const my = await armed(door, 'slow', { seconds: 2 })
    const startedAt = performance.now()
    expect(outcome(await my.apply())).toBe('201')
    expect(performance.now() - startedAt).toBeGreaterThan(1_950)
  })

  it.each([
    ['rate_limited', 7, '429 rate_limited', '7'],
    ['service_unavailable', 9, '503 service_unavailable', '9'],
    ['internal_error', null, '500 internal_error', null],
    ['credential_invalid', null, '401 credential_invalid', null],
    ['merchant_disabled', null, '403 merchant_disabled', null],
  ] as const)(
    '%s refuses once, in the words of the service, and nothing is done',
    async (fault, seconds, said, retry) => {
      const my = await armed(door, fault, { seconds })
      const [body, idempotencyKey] = [my.applyBody(), randomUUID()]
      const refused = await my.apply(body, { idempotencyKey })
      expect([outcome(refused), refused.headers.get('retry-after')]).toEqual([said, retry])
      expect(await statement(String(body.reference))).toEqual([{ n: 0 }])
      expect(outcome(await my.apply(body, { idempotencyKey }))).toBe('201')
    },
  )

  it('a balancer’s page is no answer of ours', async () => {
    const { credential } = await armed(door, 'html')
    const page = await bare(door, credential)
    expect([page.status, page.headers.get('content-type'), page.headers.has('x-request-id')]).toEqual([
      502,
      'text/html',
      false,
    ])
    expect((await bare(door, credential)).status).toBe(200)
  })

  it('additions are in the answer, in its values and in the code of a refusal (D62)', async () => {
    const { credential } = await armed(door, 'additions', { times: 2 })
    const grown = await (await bare(door, credential)).json()
    expect(grown).toMatchObject({
      title: expect.any(String),
      pruebaOtroCampo: null,
      value: expect.arrayContaining([expect.objectContaining({ pruebaOtroCampo: null })]),
    })
    const unknown = await fetch(`${doors[door]}/api/v1/integrations/discounts/authorizations?reference=nobody`, {
      headers: { 'X-Api-Key': credential.apiKey },
    })
    expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'code_of_a_later_version'])
    expect(await (await bare(door, credential)).json()).not.toHaveProperty('pruebaOtroCampo')
  })

  it('a truncated body is no JSON', async () => {
    const { credential } = await armed(door, 'truncated')
    const broken = await bare(door, credential)
    expect(broken.status).toBe(200)
    await expect(broken.json()).rejects.toThrow(SyntaxError)
    expect((await bare(door, credential)).status).toBe(200)
  })

  it('an outage cuts every call of the credential and does nothing, until it is taken away; others are served', async () => {
    const my = await armed(door, 'unreachable', { seconds: 120 })
    const body = my.applyBody()
    expect(await Promise.all([1, 2, 3].map(() => tried(my.apply(body), outcome)))).toEqual(['cut', 'cut', 'cut'])
    expect(await statement(String(body.reference))).toEqual([{ n: 0 }])
    expect(outcome(await till(doors[door], shop).apply())).toBe('201')
    expect(await disarmFaults(ctx, my.credential)).toEqual({ disarmed: 1 })
    expect(outcome(await my.apply(body))).toBe('201')
  })

  it('a request for a token meets what is armed for it by name, and an outage, and no more', async () => {
    const client = await make.oauthClient(shop.merchant.id)
    const asked = async () => {
      const form = new URLSearchParams({ grant_type: 'client_credentials' })
      const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
      const headers = { Authorization: `Basic ${basic}` }
      const answer = await fetch(`${doors[door]}/connect/token`, { method: 'POST', headers, body: form })
      const text = await answer.text()
      const said = text.startsWith('{"') && text.endsWith('}') ? JSON.parse(text) : {}
      return [answer.status, said.error, answer.headers.get('retry-after'), 'pruebaOtroCampo' in said].filter(Boolean)
    }
    const arm = (fault: Arming['fault'], operation: 'issueToken' | null = 'issueToken') =>
      armFault(ctx, arming.parse({ ...client, fault, operation, seconds: null, times: 1, minutes: 5 }))
    await arm('internal_error', null)
    expect(await asked()).toEqual([200])
    await disarmFaults(ctx, client)
    for (const [fault, said] of [
      ['rate_limited', [429, 'temporarily_unavailable', '3']],
      ['service_unavailable', [503, 'temporarily_unavailable', '2']],
      ['internal_error', [500, 'server_error']],
      ['credential_invalid', [401, 'invalid_client']],
      ['html', [502]],
      ['truncated', [200]],
      ['additions', [200, true]],
      ['lost', 'cut'],
    ] as const) {
      await arm(fault)
      expect([fault, await tried(asked(), (answer) => answer)]).toEqual([fault, said])
      expect([fault, await asked()]).toEqual([fault, [200]])
    }
    await arm('unreachable', null)
    expect(await tried(asked(), (answer) => answer)).toBe('cut')
  })

  it('of many calls at once just as many meet a fault as are armed, of one row or of several', async () => {
    const my = await armed(door, 'internal_error', { times: 3 })
    await armed(door, 'service_unavailable', { times: 2, operation: 'checkEligibility' }, my.credential)
    const answers = await Promise.all(Array.from({ length: 12 }, async () => (await my.eligibility()).status))
    expect(answers.toSorted((one, other) => one - other)).toEqual([...Array(7).fill(200), 500, 500, 500, 503, 503])
  })
})

describe('a fault', () => {
  it('that is over, or of another operation, or of another credential, is not met', async () => {
    const over = await armed('node', 'internal_error')
    await database.sql`update sandbox_faults set until = now() where api_key_id = ${over.credential.id}`
    expect(outcome(await over.apply())).toBe('201')
    const elsewhere = await armed('node', 'internal_error', { operation: 'listConsumptions' })
    expect(outcome(await elsewhere.apply())).toBe('201')
    expect(outcome(await till(doors.node, shop).apply())).toBe('201')
  })

  it('is listed for its merchant until it is used up, and leaves its record in the trail', async () => {
    const my = await armed('node', 'slow', { seconds: 1, operation: 'applyDiscount' })
    const mine = async () => (await showArmedFaults(ctx)).armed.filter(({ apiKeyId }) => apiKeyId === my.credential.id)
    expect(await mine()).toMatchObject([{ kind: 'slow', operation: 'applyDiscount', seconds: 1, timesLeft: 1 }])
    expect(outcome(await my.apply())).toBe('201')
    expect(await mine()).toEqual([])
    const events = await database.sql`
      select action, details->>'fault' as fault from audit_events
      where subject_type = 'api_key' and subject_id = ${my.credential.id}`
    expect(events).toEqual([{ action: 'sandbox.armed', fault: 'slow' }])
  })

  it('is armed by nobody else’s member, without the permission, or in production', async () => {
    const { merchant } = await make.shop()
    const member = await people(database.sql).newMember(merchant.id)
    const asked = arming.parse({
      ...{ kind: 'api_key', id: shop.credential.id, fault: 'lost' },
      ...{ operation: null, seconds: null, times: 1, minutes: 1 },
    })
    await expect(armFault(inTest(contextOf(office, merchant.id, member)), asked)).rejects.toMatchObject({
      code: 'not_found',
    })
    const reader = await people(database.sql).newMember(shop.merchant.id, { permissions: ['merchant.catalog.manage'] })
    const readers = inTest(contextOf(office, shop.merchant.id, reader))
    await expect(armFault(readers, asked)).rejects.toMatchObject({ code: 'permission_missing' })
    const inProduction = { ...ctx, environment: 'production' as const }
    await expect(armFault(inProduction, asked)).rejects.toMatchObject({ code: 'test_environment_only' })
    await expect(disarmFaults(inProduction, asked)).rejects.toMatchObject({ code: 'test_environment_only' })
  })

  it.each([
    { times: 0 },
    { times: 21 },
    { minutes: 91 },
    { seconds: 0 },
    { seconds: 61, fault: 'slow' },
    { seconds: 121, fault: 'unreachable' },
    { seconds: 1, fault: 'lost' },
    { operation: 'issueToken' },
    { kind: 'oauth_client', operation: 'issueToken', fault: 'merchant_disabled', seconds: null },
    { fault: 'earthquake' },
  ])('is not armed with %j', (over) => {
    const sound = { kind: 'api_key', id: 1, fault: 'slow', operation: null, seconds: 5, times: 1, minutes: 5 }
    expect(arming.safeParse(sound).success).toBe(true)
    expect(arming.safeParse({ ...sound, ...over }).success).toBe(false)
  })
})

it('in production nothing that is armed is asked for', async () => {
  const my = await armed('node', 'internal_error')
  const service = await startService(database.databaseUrl, { SERVICE_ENVIRONMENT: 'production' })
  expect(outcome(await till(service.url, { ...shop, credential: my.credential }).apply())).toBe('201')
  expect(await service.stop()).toBe(0)
})
