import { describe, expect, it } from 'vitest'
import { call, form, tokenOf } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import { sameness, startApi } from './till'

/** ADR-0041: a credential may be accepted from some networks alone. The calls are real, and come through a proxy of ours. */

const api = startApi({ TRUSTED_PROXY_HOPS: '1', TRUSTED_PROXIES: '127.0.0.0/8 ::1' })

const allowed = ['203.0.113.0/24', '2001:db8:7::/48']
const inside = ['203.0.113.7', '203.0.113.255', '2001:db8:7:ffff::9', '::ffff:203.0.113.7']
const outside = ['203.0.114.0', '198.51.100.7', '2001:db8:8::1', '::ffff:198.51.100.7', 'unknown']

const from = (address: string) => ({ 'X-Forwarded-For': address })

const restrict = (table: 'api_keys' | 'oauth_clients', id: number, addresses: string[] | null) =>
  api().sql`update ${api().sql(table)} set allowed_addresses = ${addresses} where id = ${id}`

const reasonsOf = (column: 'api_key_id' | 'oauth_client_id', id: number) =>
  api().sql<{ reason: string; operation: string; address: string }[]>`
    select reason, operation, address from credential_refusals where ${api().sql(column)} = ${id} order by address`

describe.concurrent('a key that is accepted from some networks', () => {
  it('is done from there, and from elsewhere is what a key is that there never was', async () => {
    const { credential } = await api().make.shop()
    const ask = (address: string, who = credential) =>
      call(api().url, 'listIdentificationTypes', { credential: who, headers: from(address) })
    for (const address of [...inside, ...outside]) expect((await ask(address)).status).toBe(200)

    await restrict('api_keys', credential.id, allowed)
    for (const address of inside) expect((await ask(address)).status).toBe(200)
    const unknown = { ...credential, apiKey: credential.apiKey.replace(/^ck_.{16}/, 'ck_AAAAAAAAAAAAAAAA') }
    const never = sameness(await ask('198.51.100.7', unknown))
    expect(never.status).toBe(401)
    for (const address of outside) expect(sameness(await ask(address))).toEqual(never)

    // From the next call on, on any process (D57).
    await restrict('api_keys', credential.id, null)
    for (const address of outside) expect((await ask(address)).status).toBe(200)
  })

  it('tells its merchant why and from where, and is not moved in its last use by a refused call (D55)', async () => {
    const { credential } = await api().make.shop()
    await restrict('api_keys', credential.id, allowed)
    await call(api().url, 'listIdentificationTypes', { credential, headers: from('198.51.100.7') })
    await eventually(async () =>
      expect(await reasonsOf('api_key_id', credential.id)).toEqual([
        {
          reason: 'address_not_allowed',
          operation: 'GET /api/v1/integrations/identification-types',
          address: '198.51.100.7',
        },
      ]),
    )
    const [row] = await api().sql`select last_used_at as used from api_keys where id = ${credential.id}`
    expect(row).toEqual({ used: null })
  })
})

describe.concurrent('a client that is accepted from some networks', () => {
  it('gets no token elsewhere, and a token that it got is refused elsewhere', async () => {
    const { make, url } = api()
    const { id: merchantId } = await make.merchant()
    const client = await make.oauthClient(merchantId)
    const token = await tokenOf(url, client)
    const fields = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.clientSecret }
    const ask = (address: string) => form(url, '/connect/token', fields, from(address))
    const list = (address: string) =>
      call(url, 'listIdentificationTypes', { credential: token, headers: from(address) })

    await restrict('oauth_clients', client.id, allowed)
    for (const address of inside) {
      expect((await ask(address)).status).toBe(200)
      expect((await list(address)).status).toBe(200)
    }
    const never = sameness(
      await form(url, '/connect/token', { ...fields, client_secret: 'a guess' }, from('192.0.2.1')),
    )
    for (const address of outside) {
      expect(sameness(await ask(address))).toEqual(never)
      expect([(await list(address)).status, (await list(address)).body.code]).toEqual([401, 'credential_invalid'])
    }
    await eventually(async () => {
      const reasons = await reasonsOf('oauth_client_id', client.id)
      expect(new Set(reasons.map(({ reason }) => reason))).toEqual(new Set(['wrong_secret', 'address_not_allowed']))
    })
  })
})
