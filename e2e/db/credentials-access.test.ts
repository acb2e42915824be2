import { describe, expect, it } from 'vitest'
import type { MerchantPermission } from '@/lib/accounts/permissions'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import { listCredentials } from '@/lib/credentials/list-credentials'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import { showApiKey, showLastUses, showOAuthClient } from '@/lib/credentials/show-credential'
import { showImpact } from '@/lib/credentials/show-impact'
import { newClient, newKey, newPair, startOffice } from './office'

/** Whose credentials are whose, and who may do anything with them. */

const { sql, newShop, newColleague, eventsOf, all } = startOffice()

type Verb = (ctx: IntegrationsContext, ids: { key: number; client: number }) => Promise<unknown>

const creations: [string, Verb][] = [
  ['api_key.created', (ctx) => newKey(ctx, 'Otra')],
  ['oauth_client.created', (ctx) => newClient(ctx, 'Otro')],
]

const onOne: [string, Verb][] = [
  ['api_key.revoked', (ctx, { key }) => revokeApiKey(ctx, { id: key, confirmation: 'Caja 1' })],
  ['oauth_client.deleted', (ctx, { client }) => deleteOAuthClient(ctx, { id: client, confirmation: 'ERP' })],
  [
    'oauth_client.rotated',
    (ctx, { client }) => rotateClientSecret(ctx, { id: client, confirmation: 'ERP', seenRotatedAt: null }),
  ],
  ['api_key.seen', (ctx, { key }) => showApiKey(ctx, key)],
  ['oauth_client.seen', (ctx, { client }) => showOAuthClient(ctx, client)],
  ['api_key.seen', (ctx, { key }) => showImpact(ctx, { kind: 'api_key', id: key })],
  ['api_key.seen', (ctx, { key }) => showLastUses(ctx, { kind: 'api_key', id: key })],
  ['oauth_client.seen', (ctx, { client }) => showLastUses(ctx, { kind: 'oauth_client', id: client })],
  ['oauth_client.seen', (ctx, { client }) => showImpact(ctx, { kind: 'oauth_client', id: client })],
]

describe('another merchant’s credential', () => {
  it.each(onOne)(
    '%s: is not found, stays as it is, and the attempt is in the asker’s trail (T-07)',
    async (action, verb) => {
      const owner = await newShop()
      const ids = await newPair(owner.ctx)
      const [before, trail] = [await all(), await eventsOf(owner.merchant.id)]
      const stranger = await newShop()
      await expect(verb(stranger.ctx, ids)).rejects.toMatchObject({ code: 'not_found' })
      expect(await all()).toEqual(before)
      expect(await eventsOf(owner.merchant.id)).toEqual(trail)
      const id = action.startsWith('api_key') ? ids.key : ids.client
      expect(await eventsOf(stranger.merchant.id)).toMatchObject([
        { action, outcome: 'denied', userId: stranger.member.id, subject: `${action.split('.')[0]} ${id}` },
      ])
    },
  )

  it.each(onOne)('%s: is not found exactly like one that never was', async (_, verb) => {
    const ids = await newPair((await newShop()).ctx)
    const { ctx } = await newShop()
    const said = async (of: typeof ids) => verb(ctx, of).catch((error: unknown) => JSON.stringify(error))
    expect(await said(ids)).toBe(await said({ key: 2_000_000_000, client: 2_000_000_000 }))
  })

  it('is in nobody else’s list', async () => {
    await newPair((await newShop()).ctx)
    const { apiKeys, oauthClients } = await listCredentials((await newShop()).ctx)
    expect([...apiKeys.credentials, ...oauthClients.credentials]).toEqual([])
  })
})

describe('without the permission', () => {
  it.each([...creations, ...onOne])(
    '%s: nothing is done, nothing is shown, and the attempt is in the trail',
    async (action, verb) => {
      const { ctx, merchant } = await newShop()
      const ids = await newPair(ctx)
      const others: MerchantPermission[] = ['merchant.consumptions.read', 'merchant.team.manage']
      const { ctx: theirs, member } = await newColleague(merchant.id, { permissions: others })
      const before = await all()
      await expect(verb(theirs, ids)).rejects.toMatchObject({
        code: 'permission_missing',
      })
      expect(await all()).toEqual(before)
      expect((await eventsOf(merchant.id)).at(-1)).toMatchObject({ action, outcome: 'denied', userId: member.id })
    },
  )

  it.each([...creations, ...onOne.slice(0, 3)])(
    '%s: nor when it was taken a moment ago (P-08)',
    async (action, verb) => {
      const { ctx, merchant, member } = await newShop()
      const ids = await newPair(ctx)
      await sql()`update merchant_memberships set permissions = '{merchant.team.manage}' where user_id = ${member.id}`
      const before = await all()
      await expect(verb(ctx, ids)).rejects.toMatchObject({ code: 'permission_missing' })
      expect(await all()).toEqual(before)
      expect((await eventsOf(merchant.id)).at(-1)).toMatchObject({ action, outcome: 'denied', userId: member.id })
    },
  )

  it('there is no list', async () => {
    const { ctx } = await newShop([])
    await expect(listCredentials(ctx)).rejects.toMatchObject({ code: 'permission_missing' })
  })
})
