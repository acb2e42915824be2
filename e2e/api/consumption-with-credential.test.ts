import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type CallOptions, tokenOf } from '../fixtures/client'
import type { Shop } from '../fixtures/factories'
import { startService } from '../fixtures/service'
import { countStatements } from './statement-counter'
import { authorizationRow, outcome, recordsOf, startApi, till } from './till'

/**
 * ADR-0076: a consumption is recorded by the statement that reads its credential, where nothing of that could refuse it. Whatever could
 * refuse it is decided as for every other call, and nothing was recorded.
 */

const burst = 30
const api = startApi({ RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: String(burst) })

/** What a process does at its start is no statement of a call. */
const ofCalls = /json_to_recordset|with ordinality/

type Credential = NonNullable<CallOptions['credential']>
type Change = readonly [name: string, set: string, refusal: string | undefined]

/** Of the row `c` of the credential; without a refusal the call is accepted all the same. */
const changes: Record<'api_keys' | 'oauth_clients', readonly Change[]> = {
  api_keys: [
    ['revoked', 'revoked_at = now()', '401 credential_invalid'],
    ['expired', 'expires_at = now()', '401 credential_invalid'],
    ['of another secret', `secret_hash = '\\x${randomBytes(32).toString('hex')}'`, '401 credential_invalid'],
    ['without the permission', `permissions = '{core.consumptions.read}'`, '403 permission_missing'],
    ['allowed from elsewhere alone', `allowed_addresses = '{203.0.113.7}'`, '401 credential_invalid'],
    ['allowed from here', `allowed_addresses = '{127.0.0.0/8}'`, undefined],
    ['looked into', `sandbox_until = now() + interval '1 hour'`, undefined],
  ],
  oauth_clients: [
    ['deleted', 'deleted_at = now()', '401 credential_invalid'],
    ['without the permission', `permissions = '{core.consumptions.read}'`, '403 permission_missing'],
    ['allowed from elsewhere alone', `allowed_addresses = '{203.0.113.7}'`, '401 credential_invalid'],
    ['allowed from here', `allowed_addresses = '{127.0.0.0/8}'`, undefined],
    ['looked into', `sandbox_until = now() + interval '1 hour'`, undefined],
    ['given another secret', `secret_hash = '\\x${randomBytes(32).toString('hex')}'`, undefined],
  ],
}

/** A shop whose credential the process knows: it was accepted before. */
async function knownShop(kind: keyof typeof changes): Promise<{ shop: Shop; credential: Credential; id: number }> {
  const { url, make } = api()
  const shop = await make.shop()
  if (kind === 'api_keys') return { shop, credential: shop.credential, id: shop.credential.id }
  const client = await make.oauthClient(shop.merchant.id)
  return { shop, credential: await tokenOf(url, client), id: client.id }
}

describe.each(['api_keys', 'oauth_clients'] as const)('a consumption by one of %s', (kind) => {
  it.each(changes[kind])('that is %s is what the credential allows', async (_, set, refusal) => {
    const { url, sql } = api()
    const { shop, credential, id } = await knownShop(kind)
    const my = till(url, { ...shop, credential })
    const held = await my.reserved()
    const [before] = await sql`select * from ${sql(kind)} where id = ${id}`
    await sql.unsafe(`update ${kind} set ${set} where id = ${id}`)
    const body = my.consumeBody(held)
    const options = { idempotencyKey: crypto.randomUUID(), body }
    const answer = await my.consume(held, {}, options)
    expect(outcome(answer)).toBe(refusal ?? '201')
    const records = await recordsOf(sql, shop.merchant.id)
    expect(records).toEqual({ authorizations: 1, consumptions: refusal === undefined ? 1 : 0 })
    const { status } = await authorizationRow(sql, held)
    expect(status).toBe(refusal === undefined ? 'Consumed' : 'Authorized')
    if (refusal === undefined) return
    const columns = set.split(' = ')[0] ?? ''
    await sql`update ${sql(kind)} set ${sql(before ?? {}, columns)} where id = ${id}`
    expect(outcome(await my.consume(held, {}, options))).toBe('201')
    expect(outcome(await my.consume(held, {}, options))).toBe('201 replayed')
    expect((await recordsOf(sql, shop.merchant.id)).consumptions).toBe(1)
  })

  it('of a disabled merchant is refused, and nothing is recorded', async () => {
    const { url, sql } = api()
    const { shop, credential } = await knownShop(kind)
    const my = till(url, { ...shop, credential })
    const held = await my.reserved()
    await sql`update merchants set enabled = false where id = ${shop.merchant.id}`
    expect(outcome(await my.consume(held))).toBe('403 merchant_disabled')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it('counts once against the rate, and beyond it nothing is recorded (D56)', async () => {
    const { url, sql } = api()
    const { shop, credential } = await knownShop(kind)
    const my = till(url, { ...shop, credential })
    const held = []
    for (let n = 0; n < burst / 2 + 1; n++) held.push(await my.reserved())
    const outcomes = []
    for (const each of held) outcomes.push(outcome(await my.consume(each)))
    const granted = outcomes.filter((each) => each === '201').length
    // Half of the bucket went to the reservations.
    expect(granted).toBe(burst / 2 - 1)
    expect(new Set(outcomes.slice(granted))).toEqual(new Set(['429 rate_limited']))
    expect((await recordsOf(sql, shop.merchant.id)).consumptions).toBe(granted)
  })

  it('that is refused takes nothing from what the credential may call: nobody empties a shop’s bucket by guessing', async () => {
    const { url, sql } = api()
    const { shop, credential, id } = await knownShop(kind)
    const my = till(url, { ...shop, credential })
    const held = await my.reserved()
    const end = kind === 'api_keys' ? 'revoked_at' : 'deleted_at'
    await sql.unsafe(`update ${kind} set ${end} = now() where id = ${id}`)
    for (let n = 0; n < 2 * burst; n++) expect(outcome(await my.consume(held))).toBe('401 credential_invalid')
    await sql.unsafe(`update ${kind} set ${end} = null where id = ${id}`)
    expect(outcome(await my.consume(held))).toBe('201')
  })

  it('of a merchant with limits of its own is counted by those (ADR-0058)', async () => {
    const { url, sql } = api()
    const { shop, credential } = await knownShop(kind)
    const my = till(url, { ...shop, credential })
    const held = []
    for (let n = 0; n < 3; n++) held.push(await my.reserved())
    await sql`update merchants set calls_per_minute = 1, calls_burst = 2 where id = ${shop.merchant.id}`
    const outcomes = []
    for (const each of held) outcomes.push(outcome(await my.consume(each)))
    // Of the lowered burst three were taken before.
    expect(outcomes).toEqual(['429 rate_limited', '429 rate_limited', '429 rate_limited'])
    await sql`update merchants set calls_per_minute = 60000, calls_burst = 1000 where id = ${shop.merchant.id}`
    for (const each of held) expect(outcome(await my.consume(each))).toBe('201')
    expect((await recordsOf(sql, shop.merchant.id)).consumptions).toBe(3)
  })

  it('is one statement once the process has accepted the credential, and two before', async () => {
    const { databaseUrl } = api()
    const counter = await countStatements(databaseUrl)
    const service = await startService(counter.databaseUrl)
    try {
      const { shop, credential } = await knownShop(kind)
      const elsewhere = till(api().url, { ...shop, credential })
      const my = till(service.url, { ...shop, credential })
      const statements = []
      for (let n = 0; n < 3; n++) {
        const held = await elsewhere.reserved()
        counter.take()
        expect(outcome(await my.consume(held))).toBe('201')
        statements.push(counter.take().filter((statement) => ofCalls.test(statement)).length)
      }
      expect(statements).toEqual([2, 1, 1])
    } finally {
      await service.stop()
      await counter.close()
    }
  })
})

describe('a consumption by a token', () => {
  it.each([
    ['revoked', 'revoked_at = now()', '401 credential_invalid'],
    ['expired', 'expires_at = now()', '401 credential_invalid'],
    ['issued without the permission', `permissions = '{core.consumptions.read}'`, '403 permission_missing'],
  ])('that is %s is refused, and nothing is recorded', async (_, set, refusal) => {
    const { url, sql } = api()
    const { shop, credential, id } = await knownShop('oauth_clients')
    const my = till(url, { ...shop, credential })
    const held = await my.reserved()
    await sql.unsafe(`update access_tokens set ${set} where oauth_client_id = ${id}`)
    expect(outcome(await my.consume(held))).toBe(refusal)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })
})
