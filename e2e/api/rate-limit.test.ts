import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Answer, call, send, tokenOf } from '../fixtures/client'
import type { ApiKey, Shop } from '../fixtures/factories'
import { startApi, till } from './till'

/**
 * D56, on a service with small buckets: nine at once, then one a minute, so that an empty bucket stays empty while a test asks again;
 * of misses four, and one every fifteen seconds.
 */

const burst = 9
const misses = 4
const api = startApi({ RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: '9', RATE_LIMIT_MISSES_PER_MINUTE: '4' })

const list = (credential: ApiKey, url = api().url) => call(url, 'listIdentificationTypes', { credential })

/** Empties a credential's bucket: until the first refusal. */
async function exhaust(credential: ApiKey, url?: string): Promise<Answer> {
  for (let calls = 0; calls < 100; calls++) {
    const answer = await list(credential, url)
    if (answer.status === 429) return answer
  }
  throw new Error('the bucket has no bottom')
}

function expectRefusal(answer: Answer, policy: string): void {
  expect([answer.status, answer.body.code], answer.text).toEqual([429, 'rate_limited'])
  const retryAfter = answer.headers.get('retry-after') ?? ''
  expect(retryAfter).toMatch(/^[1-9]\d*$/)
  expect(answer.headers.get('ratelimit')).toBe(`"${policy}";r=0;t=${retryAfter}`)
}

describe('calls', () => {
  /** One more every three seconds. */
  const quick = startApi({ RATE_LIMIT_PER_MINUTE: '20', RATE_LIMIT_BURST: '9' })

  it('are granted up to the burst and the rate, and refused with 429 beyond', async () => {
    const { credential } = await api().make.shop()
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 40 }, () => list(credential)))
    const seconds = (performance.now() - startedAt) / 1_000
    const granted = answers.filter((answer) => answer.status === 200).length
    expect(granted).toBeGreaterThanOrEqual(burst)
    expect(granted).toBeLessThanOrEqual(burst + seconds / 60)
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused).toHaveLength(40 - granted)
    for (const answer of refused) {
      expectRefusal(answer, 'default')
      expect(answer.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/)
      expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=9;w=540')
    }
  })

  it('are granted again after the seconds that Retry-After told', async () => {
    const { credential } = await quick().make.shop()
    const refusal = await exhaust(credential, quick().url)
    expect(refusal.headers.get('retry-after')).toMatch(/^[123]$/)
    const refusedAt = performance.now()
    const waitMs = Number(refusal.headers.get('retry-after')) * 1_000
    await expect
      .poll(async () => (await list(credential, quick().url)).status, { timeout: waitMs + 15_000, interval: 50 })
      .toBe(200)
    // And hardly before: the time is told in whole seconds.
    expect(performance.now() - refusedAt).toBeGreaterThan(waitMs - 1_000)
  })

  it('of another credential go on, of the same merchant too, and of a token of its own', async () => {
    const { make } = api()
    const { merchant, credential } = await make.shop()
    await exhaust(credential)
    expect((await list(await make.apiKey(merchant.id))).status).toBe(200)
    const token = await tokenOf(api().url, await make.oauthClient(merchant.id))
    expect((await call(api().url, 'listIdentificationTypes', { credential: token })).status).toBe(200)
    expect((await list((await make.shop()).credential)).status).toBe(200)
  })

  it('share one bucket per client, however many tokens it holds', async () => {
    const { make } = api()
    const client = await make.oauthClient((await make.merchant()).id)
    const tokens = [await tokenOf(api().url, client), await tokenOf(api().url, client)]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => call(api().url, 'listIdentificationTypes', { credential: tokens[i % 2] })),
    )
    expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(burst + 5)
  })

  it('are counted after the credential and its permission were checked, and before the body (D9)', async () => {
    const { make, sql, url } = api()
    const { credential } = await make.shop()
    await exhaust(credential)
    const malformed = await call(url, 'checkEligibility', { credential, body: '{' })
    expectRefusal(malformed, 'default')
    const large = await call(url, 'applyDiscount', { credential, body: ' '.repeat(300_000), idempotencyKey: false })
    expectRefusal(large, 'default')
    const unknown = await send(`${url}/api/v1/x`, { headers: { 'X-Api-Key': credential.apiKey } })
    expect(unknown.status).toBe(404)
    await sql`update api_keys set permissions = '{core.consumptions.read}' where id = ${credential.id}`
    expect((await list(credential)).status).toBe(403)
    await sql`update api_keys set revoked_at = now() where id = ${credential.id}`
    expect((await list(credential)).status).toBe(401)
  })

  it('that were refused for their credential take nothing from any bucket', async () => {
    const { make, sql } = api()
    const { credential } = await make.shop()
    await sql`update api_keys set permissions = '{core.consumptions.read}' where id = ${credential.id}`
    for (let i = 0; i < burst * 2; i++) expect((await list(credential)).status).toBe(403)
    await sql`update api_keys set permissions = '{core.integrations}' where id = ${credential.id}`
    expect((await list(credential)).status).toBe(200)
  })
})

describe('a 429', () => {
  it('reserves nothing and binds no idempotency key (D44)', async () => {
    const { make, sql, url } = api()
    const shop = await make.shop()
    await exhaust(shop.credential)
    const idempotencyKey = randomUUID()
    const body = till(url, shop).applyBody()
    const refused = await call(url, 'applyDiscount', { credential: shop.credential, body, idempotencyKey })
    expectRefusal(refused, 'default')
    const { id } = shop.merchant
    expect(await sql`select from authorizations where merchant_id = ${id}`).toHaveLength(0)
    expect(await sql`select from idempotency_keys where merchant_id = ${id}`).toHaveLength(0)
    // The key is free for whatever comes: by another credential, with another body.
    const credential = await make.apiKey(id)
    const other = { ...body, purchaseAmount: 77 }
    expect((await call(url, 'applyDiscount', { credential, body: other, idempotencyKey })).status).toBe(201)
  })
})

const nobody = () => `${Math.random()}`.slice(2, 13)

describe('eligibility misses', () => {
  const check = ({ credential, person }: Shop, identification = person.identification) =>
    call(api().url, 'checkEligibility', { credential, body: { identificationTypeId: 1, identification } })

  it('have a budget of their own: the guess after the last is refused, by its own policy', async () => {
    const shop = await api().make.shop()
    for (let i = 0; i < misses; i++) expect((await check(shop, nobody())).body.value.eligible).toBe(false)
    const refused = await check(shop, nobody())
    expectRefusal(refused, 'eligibility-misses')
    expect(refused.headers.get('ratelimit-policy')).toBe('"eligibility-misses";q=4;w=60')
    // Nor is a collaborator told apart from nobody by who is refused.
    expectRefusal(await check(shop), 'eligibility-misses')
    // The other operations go on.
    expect((await list(shop.credential)).status).toBe(200)
  })

  it('are not used up by collaborators with a benefit', async () => {
    const shop = await api().make.shop()
    for (let i = 0; i < misses + 2; i++) expect((await check(shop)).body.value.eligible).toBe(true)
    expect((await check(shop, nobody())).status).toBe(200)
  })

  it('are used up by requests in flight together as by one after another', async () => {
    const shop = await api().make.shop()
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: burst - 1 }, () => check(shop, nobody())))
    const granted = answers.filter((answer) => answer.status === 200).length
    const refused = await check(shop)
    expectRefusal(refused, 'eligibility-misses')
    // Whatever got through at once is paid for: each miss costs fifteen seconds, as many as four are free.
    const seconds = (performance.now() - startedAt) / 1_000
    const untilRefilled = (granted - misses + 1) * 15
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(untilRefilled - seconds)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(untilRefilled)
  })
})

describe('a miss is given back by a call that finds benefits (D60)', () => {
  /** Four misses, and one every fifteen seconds; of calls, more than these tests make. */
  const chain = startApi({ RATE_LIMIT_MISSES_PER_MINUTE: '4' })
  const check = ({ credential }: Shop, identification: string, headers: Record<string, string> = {}) =>
    call(chain().url, 'checkEligibility', { credential, headers, body: { identificationTypeId: 1, identification } })
  const miss = (shop: Shop) => check(shop, nobody())
  const hit = (shop: Shop) => check(shop, shop.person.identification)

  /** Misses until the first refusal. */
  async function missesLeft(shop: Shop): Promise<number> {
    for (let n = 0; n < 50; n++) if ((await miss(shop)).status === 429) return n
    throw new Error('the budget has no bottom')
  }

  it('one for one: a till where every second customer is a stranger is never refused', async () => {
    const shop = await chain().make.shop()
    const startedAt = performance.now()
    for (let n = 0; n < misses - 1; n++) expect((await miss(shop)).status).toBe(200)
    for (let n = 0; n < 30; n++) {
      expect((await hit(shop)).status).toBe(200)
      expect((await miss(shop)).status).toBe(200)
    }
    const left = await missesLeft(shop)
    expect(left).toBeGreaterThanOrEqual(1)
    expect(left).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 15_000)
  })

  it('up to the budget and no further, however many collaborators come', async () => {
    const shop = await chain().make.shop()
    const startedAt = performance.now()
    expect((await miss(shop)).status).toBe(200)
    await Promise.all(Array.from({ length: 40 }, () => hit(shop)))
    const left = await missesLeft(shop)
    expect(left).toBeGreaterThanOrEqual(misses)
    expect(left).toBeLessThanOrEqual(misses + (performance.now() - startedAt) / 15_000)
  })

  it('by each of those that are in flight together', async () => {
    const shop = await chain().make.shop()
    const startedAt = performance.now()
    for (let n = 0; n < misses - 1; n++) expect((await miss(shop)).status).toBe(200)
    const together = await Promise.all([hit(shop), hit(shop)])
    expect(together.map(({ status }) => status)).toEqual([200, 200])
    const left = await missesLeft(shop)
    expect(left).toBeGreaterThanOrEqual(3)
    expect(left).toBeLessThanOrEqual(3 + (performance.now() - startedAt) / 15_000)
  })

  it('up to the budget that the operator set for the merchant, which the next call knows', async () => {
    const { sql, make } = chain()
    const [shop, other] = [await make.shop(), await make.shop()]
    await sql`update merchants set misses_per_minute = 2 where id = ${shop.merchant.id}`
    const told = async () =>
      (await call(chain().url, 'describeCredential', { credential: shop.credential })).body.value.limits.missesPerMinute
    expect(await told()).toBe(2)
    expect((await miss(shop)).status).toBe(200)
    expect((await miss(shop)).status).toBe(200)
    const refused = await miss(shop)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit-policy')).toBe('"eligibility-misses";q=2;w=60')
    expect(await missesLeft(other)).toBeGreaterThanOrEqual(misses)
    await sql`update merchants set misses_per_minute = null where id = ${shop.merchant.id}`
    expect(await told()).toBe(misses)
  })

  it('and by no other: not by a call that is refused, nor by one of another credential of the merchant', async () => {
    const { make } = chain()
    const shop = await make.shop()
    const startedAt = performance.now()
    for (let n = 0; n < misses - 1; n++) expect((await miss(shop)).status).toBe(200)
    expect((await check(shop, '1-2')).status).toBe(400)
    expect((await call(chain().url, 'listIdentificationTypes', { credential: shop.credential })).status).toBe(200)
    expect((await hit({ ...shop, credential: await make.apiKey(shop.merchant.id) })).status).toBe(200)
    const left = await missesLeft(shop)
    expect(left).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 15_000)
  })

  it('and the refusal of this rule says so in its own words, in both languages', async () => {
    const shop = await chain().make.shop()
    await missesLeft(shop)
    const said = await Promise.all(
      ['es', 'en'].map(async (language) => (await check(shop, nobody(), { 'Accept-Language': language })).body),
    )
    expect(said).toEqual([
      {
        code: 'rate_limited',
        title: 'Demasiadas solicitudes',
        messages: [
          {
            message:
              'Demasiadas consultas de elegibilidad no encontraron beneficios. Espere los segundos que indica Retry-After y reintente.',
          },
        ],
      },
      {
        code: 'rate_limited',
        title: 'Too many requests',
        messages: [
          {
            message:
              'Too many eligibility calls found no benefits. Wait for the seconds that Retry-After says and retry.',
          },
        ],
      },
    ])
  })
})
