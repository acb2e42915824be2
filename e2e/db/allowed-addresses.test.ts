import { describe, expect, it } from 'vitest'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import { restrictCredential } from '@/lib/credentials/restrict-credential'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { showOrigins } from '@/lib/credentials/show-origins'
import { newClient, newKey, startOffice } from './office'

/** From where a credential is accepted, as the office sets it (ADR-0041). */

const { sql, newShop, newColleague, eventsOf } = startOffice()

const listOf = async (table: 'api_keys' | 'oauth_clients', id: number) =>
  (await sql()`select allowed_addresses as list from ${sql()(table)} where id = ${id}`)[0]?.list

const addresses = ['203.0.113.0/24', '2001:db8::1']

describe('the addresses of a credential', () => {
  it('are set, changed and taken away, with a mail and an event each that say what they were', async () => {
    const { ctx, merchant } = await newShop()
    const [key, client] = [await newKey(ctx), await newClient(ctx)]
    for (const { kind, table, id } of [
      { kind: 'api_key', table: 'api_keys', id: key.id },
      { kind: 'oauth_client', table: 'oauth_clients', id: client.id },
    ] as const) {
      await restrictCredential(ctx, { kind, id, addresses, seen: [] })
      expect(await listOf(table, id)).toEqual(addresses)
      await restrictCredential(ctx, { kind, id, addresses: [], seen: addresses })
      expect(await listOf(table, id)).toBeNull()
      const events = (await eventsOf(merchant.id)).filter(({ action }) => action === `${kind}.restricted`)
      expect(events).toMatchObject([
        { outcome: 'done', subject: `${kind} ${id}`, details: { before: [], after: addresses } },
        { outcome: 'done', subject: `${kind} ${id}`, details: { before: addresses, after: [] } },
      ])
      const mails = await sql()`select kind from mails where kind = ${`${kind}_restricted`}`
      expect(mails).toHaveLength(2)
    }
  })

  it('stay as they are when the list is no list, when it was changed meanwhile, and when the credential has ended', async () => {
    const { ctx } = await newShop()
    const [key, client] = [await newKey(ctx), await newClient(ctx)]
    const set = (list: string[], seen: string[] = []) =>
      restrictCredential(ctx, { kind: 'api_key', id: key.id, addresses: list, seen })
    for (const wrong of ['caja', '203.0.113.0/33', '203.0.113', 'fe80::1%eth0', '203.0.113.7/24/8']) {
      await expect(set([...addresses, wrong])).rejects.toMatchObject({
        code: 'address_invalid',
        field: 'addresses',
        values: { address: wrong },
      })
    }
    const many = Array.from({ length: 51 }, (_, n) => `203.0.113.${n}`)
    await expect(set(many)).rejects.toMatchObject({ code: 'too_many_addresses', values: { max: 50 } })
    expect(await listOf('api_keys', key.id)).toBeNull()

    await set(addresses)
    await expect(set(['198.51.100.7'])).rejects.toMatchObject({ code: 'addresses_changed' })
    expect(await listOf('api_keys', key.id)).toEqual(addresses)

    await revokeApiKey(ctx, { id: key.id, confirmation: key.name })
    await expect(set([], addresses)).rejects.toMatchObject({ code: 'already_revoked' })
    await deleteOAuthClient(ctx, { id: client.id, confirmation: client.name })
    await expect(
      restrictCredential(ctx, { kind: 'oauth_client', id: client.id, addresses, seen: [] }),
    ).rejects.toMatchObject({ code: 'already_deleted' })
  })

  it('set by two people at once are those of one of them, and the other is told', async () => {
    const { ctx, merchant } = await newShop()
    const { ctx: theirs } = await newColleague(merchant.id)
    const { id } = await newKey(ctx)
    const set = (who: typeof ctx, list: string[]) =>
      restrictCredential(who, { kind: 'api_key', id, addresses: list, seen: [] }).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    const outcomes = await Promise.all([set(ctx, ['203.0.113.7']), set(theirs, ['198.51.100.7'])])
    expect(outcomes.toSorted()).toEqual(['addresses_changed', 'done'])
    expect(await listOf('api_keys', id)).toEqual([outcomes[0] === 'done' ? '203.0.113.7' : '198.51.100.7'])
  })
})

describe('a list that is tried on real calls', () => {
  it('says which it would have refused, and proposes one that would have refused none', async () => {
    const { ctx, merchant } = await newShop()
    const key = await newKey(ctx)
    const call = (address: string | null, n: number, status = 200, reason: string | null = null) => sql()`
      insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, duration_ms, request_id, address, details)
      select ${merchant.id}, now() - i * interval '1 minute', gen_random_uuid(), ${key.id}, 'checkEligibility', ${status},
        ${status < 400 ? null : 'credential_invalid'}, 3, 'r', ${address}, ${JSON.stringify(reason === null ? {} : { reason })}::text::json
      from generate_series(1, ${n}::int) i`
    await call('203.0.113.7', 30)
    await call('203.0.113.8', 3, 409)
    await call('2001:db8::5', 2)
    await call('192.0.2.1', 4, 401, 'address_not_allowed')
    // A guess at the secret, and a call of nobody knows where, are no calls of this shop.
    await call('198.51.100.66', 9, 401, 'wrong_secret')
    await call(null, 1)
    const tried = (list: string[]) => showOrigins(ctx, { kind: 'api_key', id: key.id }, list)
    expect(await tried([])).toEqual({
      calls: 39,
      addresses: 4,
      refused: [],
      proposal: ['203.0.113.7', '203.0.113.8', '192.0.2.1', '2001:db8::/64'],
    })
    expect((await tried(['203.0.113.7', '2001:db8::/32'])).refused).toEqual([
      { address: '192.0.2.1', calls: 4 },
      { address: '203.0.113.8', calls: 3 },
    ])
    await expect(tried(['203.0.113.7', 'caja'])).rejects.toMatchObject({ code: 'address_invalid' })
  })

  it('is tried by nobody without the permission', async () => {
    const { ctx, merchant } = await newShop()
    const { id } = await newKey(ctx)
    const { ctx: theirs } = await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    await expect(showOrigins(theirs, { kind: 'api_key', id }, [])).rejects.toMatchObject({ code: 'permission_missing' })
  })
})
