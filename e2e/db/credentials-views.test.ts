import { describe, expect, it } from 'vitest'
import { listCredentials } from '@/lib/credentials/list-credentials'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { showApiKey, showLastUses, showOAuthClient } from '@/lib/credentials/show-credential'
import { showImpact } from '@/lib/credentials/show-impact'
import { newKey, newPair, startOffice } from './office'

/** What a merchant's office is shown of its credentials. */

const { sql, newShop } = startOffice()

describe('the list', () => {
  it('says of each what it is, who made it and who ended it', async () => {
    const { ctx, member } = await newShop()
    const ended = await newKey(ctx, 'Caja vieja')
    await revokeApiKey(ctx, { id: ended.id, confirmation: 'Caja vieja' })
    const expired = await newKey(ctx, 'Caja vencida')
    await sql()`update api_keys set created_at = now() - interval '2 days', expires_at = now() where id = ${expired.id}`
    const live = await newKey(ctx, 'Caja 1', 30)
    const { apiKeys } = await listCredentials(ctx)
    expect(
      apiKeys.credentials.map(({ id, status, createdBy, revokedBy }) => [id, status, createdBy, revokedBy]),
    ).toEqual([
      [live.id, 'live', member.name, null],
      [expired.id, 'expired', member.name, null],
      [ended.id, 'revoked', member.name, member.name],
    ])
    expect(apiKeys.used).toBe(2)
    expect(apiKeys.credentials[0]?.secondsLeft).toBeGreaterThan(30 * 86_400 - 60)
    expect(JSON.stringify(apiKeys)).not.toMatch(/hash/i)
  })
})

describe('the page of one', () => {
  it('has its calls by day and outcome, its last refusals and its trail, and those of no other', async () => {
    const { ctx, merchant } = await newShop()
    const ids = await newPair(ctx)
    const { key } = ids
    // The hour that began 24 hours ago and a little counts among the last 24.
    const hours = [0, 0, 24, 40, 24 * 29 - 1]
    for (const [n, hoursAgo] of hours.entries()) {
      await sql()`insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls) values
        (${merchant.id}, ${key}, date_trunc('hour', now() - ${hoursAgo}::int * interval '1 hour'),
          ${n === 1 ? 'denied' : 'done'}, ${10 + n})`
    }
    await sql()`insert into credential_calls (merchant_id, oauth_client_id, hour, outcome, calls)
      values (${merchant.id}, ${ids.client}, date_trunc('hour', now()), 'done', 500)`
    await sql()`insert into credential_refusals (merchant_id, api_key_id, occurred_at, reason, operation, times)
      values (${merchant.id}, ${key}, now(), 'wrong_secret', 'POST /x', 3)`
    const shown = await showApiKey(ctx, key)
    expect(shown.callsOfLastDay).toBe(10 + 12)
    expect(shown.days.reduce((sum, { calls }) => sum + calls, 0)).toBe(10 + 11 + 12 + 13 + 14)
    for (const { day } of shown.days) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(shown.refusals).toMatchObject([{ reason: 'wrong_secret', times: 3, operation: 'POST /x' }])
    expect(shown.events.map(({ action }) => action)).toEqual(['api_key.created'])
    expect((await showImpact(ctx, { kind: 'api_key', id: key })).calls).toBe(22)
    expect(await showLastUses(ctx, { kind: 'api_key', id: key })).toEqual({
      lastUsedAt: null,
      lastUsedAddress: null,
      lastTokenAt: null,
      lastTokenAddress: null,
    })
    const client = await showOAuthClient(ctx, ids.client)
    expect([client.callsOfLastDay, client.refusals.length]).toEqual([500, 0])
  })
})
