import { describe, expect, it } from 'vitest'
import { call, tokenOf } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import type { ApiKey } from '../fixtures/factories'
import { startApi } from './till'

/** D59: any live credential asks whose it is and what it may do. */

const api = startApi({ RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '7', RATE_LIMIT_MISSES_PER_MINUTE: '5' })

type Options = Parameters<typeof call>[2]
const ask = (options: Options) => call(api().url, 'describeCredential', options)

async function newMerchant() {
  const { make, sql } = api()
  const { id } = await make.merchant()
  await sql`update merchants set name = 'Supermercado La Sirena' where id = ${id}`
  return id
}

describe.concurrent('a live credential', () => {
  it('is told its merchant, its name, permissions and end, the active branches and the limits', async () => {
    const { make, sql } = api()
    const merchantId = await newMerchant()
    const branchId = await make.branch(merchantId)
    await make.branch(merchantId, false)
    await make.branch(await newMerchant())
    const expiresAt = new Date(Date.now() + 86_400_000)
    const key = await make.apiKey(merchantId, { permissions: ['core.consumptions.read'], expiresAt })
    await sql`update api_keys set name = 'POS caja 3' where id = ${key.id}`
    await sql`update branches set name = 'Naco' where id = ${branchId}`
    const before = Date.now()
    const answer = await ask({ credential: key })
    expect([answer.status, answer.headers.get('cache-control'), answer.body.title]).toEqual([
      200,
      'no-store',
      'Esta credencial',
    ])
    const { serverTime, ...value } = answer.body.value
    expect(value).toEqual({
      merchantName: 'Supermercado La Sirena',
      environment: 'test',
      credential: {
        kind: 'api_key',
        name: 'POS caja 3',
        permissions: ['core.consumptions.read'],
        expiresAt: expiresAt.toISOString(),
      },
      branches: [{ id: branchId, name: 'Naco' }],
      limits: { perMinute: 60, burst: 7, missesPerMinute: 5, authorizationTtlSeconds: 900 },
    })
    // The database and the test run on one machine.
    expect(Date.parse(serverTime)).toBeGreaterThanOrEqual(before - 1_000)
    expect(Date.parse(serverTime)).toBeLessThanOrEqual(Date.now() + 1_000)
  })

  it('that is a client has no end, and its token says nothing of other credentials', async () => {
    const merchantId = await newMerchant()
    const client = await api().make.oauthClient(merchantId)
    await api().make.apiKey(merchantId)
    const { credential, branches } = (await ask({ credential: await tokenOf(api().url, client) })).body.value
    expect(credential).toMatchObject({ kind: 'oauth_client', permissions: ['core.integrations'], expiresAt: null })
    expect(branches).toEqual([])
  })

  it('is used by asking, and asks no more often than its rate allows', async () => {
    const key = await api().make.apiKey(await newMerchant())
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ credential: key })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(9)
    await eventually(async () => {
      const [row] = await api().sql`select last_used_at as at from api_keys where id = ${key.id}`
      expect(row?.at).not.toBeNull()
    })
  })
})

describe.concurrent('another', () => {
  const ends: [string, (key: ApiKey) => Promise<unknown>, number, string][] = [
    [
      'that was revoked',
      ({ id }) => api().sql`update api_keys set revoked_at = now() where id = ${id}`,
      401,
      'credential_invalid',
    ],
    [
      'that has expired',
      ({ id }) => api().sql`update api_keys set expires_at = now() where id = ${id}`,
      401,
      'credential_invalid',
    ],
    [
      'of a disabled merchant',
      ({ id }) =>
        api().sql`update merchants set enabled = false where id = (select merchant_id from api_keys where id = ${id})`,
      403,
      'merchant_disabled',
    ],
  ]
  it.each(ends)('%s is told nothing', async (_, end, status, code) => {
    const key = await api().make.apiKey(await newMerchant())
    await end(key)
    const answer = await ask({ credential: key })
    expect([answer.status, answer.body.code, answer.text.includes('Sirena')]).toEqual([status, code, false])
  })

  it('that is none is refused', async () => {
    expect((await ask({})).body.code).toBe('credential_missing')
  })
})
