import { describe, expect, it } from 'vitest'
import { throttles } from '@/lib/accounts/throttle'
import { namedCredential } from '@/lib/credentials/drafts'
import { findCredential } from '@/lib/credentials/find-credential'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { mintApiKey, mintClientId } from '@/lib/credentials/secret'
import { newClient, newKey, newPair, startOffice } from './office'

/** Whose a found secret is, asked by its public name (issue 13, 7). */

const { sql, newShop, newColleague, eventsOf, all } = startOffice()

const keyName = (apiKey: string) => ({ kind: 'api_key', name: apiKey.slice(3, 19) }) as const
const clientName = (name: string) => ({ kind: 'oauth_client', name }) as const

describe('a credential that is searched by its public name', () => {
  it('is found by its merchant in every state, and the search is in the trail of that credential', async () => {
    const { ctx, merchant } = await newShop()
    const key = await newKey(ctx)
    const client = await newClient(ctx)
    const name = keyName(key.apiKey.reveal())
    expect(await findCredential(ctx, name)).toMatchObject({ kind: 'api_key', view: { id: key.id, status: 'live' } })
    await revokeApiKey(ctx, { id: key.id, confirmation: 'Caja 1' })
    expect(await findCredential(ctx, name)).toMatchObject({ view: { id: key.id, status: 'revoked' } })
    const found = await findCredential(ctx, clientName(client.clientId))
    expect(found).toMatchObject({ kind: 'oauth_client', view: { id: client.id, status: 'live' } })
    const searches = (await eventsOf(merchant.id)).filter(({ action }) => String(action).endsWith('.searched'))
    expect(searches).toMatchObject([
      { action: 'api_key.searched', outcome: 'done', subject: `api_key ${key.id}`, details: { name: name.name } },
      { action: 'api_key.searched', outcome: 'done', subject: `api_key ${key.id}` },
      { action: 'oauth_client.searched', subject: `oauth_client ${client.id}`, details: { name: client.clientId } },
    ])
  })

  it('is for another merchant what one that never was is: the answer, the rows and the trail are alike (T-07)', async () => {
    const owner = await newShop()
    const key = await newKey(owner.ctx)
    const client = await newClient(owner.ctx)
    const [before, trail] = [await all(), await eventsOf(owner.merchant.id)]
    const { ctx, merchant } = await newShop()
    const foreign = [keyName(key.apiKey.reveal()), clientName(client.clientId)]
    const unknown = [keyName(mintApiKey('test').apiKey.reveal()), clientName(mintClientId('test', owner.merchant.id))]
    for (const name of [...foreign, ...unknown]) expect(await findCredential(ctx, name)).toBeUndefined()
    expect(await all()).toEqual(before)
    expect(await eventsOf(owner.merchant.id)).toEqual(trail)
    const [a, b, c, d] = (await eventsOf(merchant.id)).map(({ details, ...event }) => event)
    expect([a, b]).toEqual([c, d])
    expect(a).toMatchObject({ subject: `merchant ${merchant.id}` })
  })

  it('can’t be searched without the permission, nor when it was taken a moment ago (P-08)', async () => {
    const { ctx, merchant, member } = await newShop()
    await newPair(ctx)
    const name = keyName(mintApiKey('test').apiKey.reveal())
    const { ctx: theirs } = await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    await expect(findCredential(theirs, name)).rejects.toMatchObject({ code: 'permission_missing' })
    await sql()`update merchant_memberships set permissions = '{merchant.team.manage}' where user_id = ${member.id}`
    await expect(findCredential(ctx, name)).rejects.toMatchObject({ code: 'permission_missing' })
    const denied = (await eventsOf(merchant.id)).filter(({ outcome }) => outcome === 'denied')
    expect(denied).toMatchObject([{ action: 'api_key.searched' }, { action: 'api_key.searched' }])
  })

  it('that is not found is counted for each member, and one that is found never', async () => {
    const { ctx, merchant } = await newShop()
    const key = keyName((await newKey(ctx)).apiKey.reveal())
    const { free } = throttles.credential_search
    for (let n = 1; n < free; n++) {
      expect(await findCredential(ctx, keyName(mintApiKey('test').apiKey.reveal()))).toBeUndefined()
      expect(await findCredential(ctx, key)).toBeDefined()
    }
    const refused = { code: 'too_many_attempts', values: { minutes: 1 } }
    expect(await findCredential(ctx, keyName(mintApiKey('test').apiKey.reveal()))).toBeUndefined()
    await expect(findCredential(ctx, key)).rejects.toMatchObject(refused)
    const colleague = await newColleague(merchant.id)
    expect(await findCredential(colleague.ctx, key)).toBeDefined()
  })
})

it('a search takes a public name, and refuses what may hold a secret without repeating it', () => {
  const { prefix, apiKey } = mintApiKey('test')
  const key = apiKey.reveal()
  expect(namedCredential.parse({ name: prefix })).toEqual({ name: { kind: 'api_key', name: prefix } })
  for (const name of [key, key.slice(20), `ck_${prefix}`, `${prefix} `, '']) {
    const { error } = namedCredential.safeParse({ name })
    expect(error?.issues.map(({ message }) => message)).toEqual(['invalid_input'])
    expect(JSON.stringify(error)).not.toContain(key.slice(20, 40))
  }
})
