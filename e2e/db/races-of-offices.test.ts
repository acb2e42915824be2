import { describe, expect, it } from 'vitest'
import { createApiKey } from '@/lib/credentials/create-api-key'
import { createOAuthClient } from '@/lib/credentials/create-oauth-client'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import { digest } from '@/lib/credentials/secret'
import { officeCallers, startOfficeRaces } from './office-races'
import { rounds } from './till-races'

/** D53, and issue 4: of people who change the same credential at once one wins, and the others are told. */

const races = startOfficeRaces()

const permissions = ['core.integrations' as const]

const kinds = [
  {
    kind: 'API keys',
    create: (ctx: IntegrationsContext, name: string): Promise<unknown> =>
      createApiKey(ctx, { name, permissions, validityDays: 30 }),
    live: (merchantId: number) =>
      races().sql`select from api_keys where merchant_id = ${merchantId} and revoked_at is null`,
    event: 'api_key.created',
  },
  {
    kind: 'OAuth clients',
    create: (ctx: IntegrationsContext, name: string): Promise<unknown> => createOAuthClient(ctx, { name, permissions }),
    live: (merchantId: number) =>
      races().sql`select from oauth_clients where merchant_id = ${merchantId} and deleted_at is null`,
    event: 'oauth_client.created',
  },
]

const eventsOf = (merchantId: number, action: string) =>
  races().sql`select from audit_events where merchant_id = ${merchantId} and action = ${action} and outcome = 'done'`

const mailsOf = (kind: string, name: string) =>
  races().sql`select from mails where kind = ${kind} and subject like ${`%${name}%`}`

describe.each(kinds)('$kind', ({ create, live, event }) => {
  it.each(rounds)('twenty creations at nine make exactly one (D53), round %i', async () => {
    const { merchantId, contexts } = await races().newTeam(20)
    const first = contexts[0]
    if (!first) throw new Error('nobody')
    for (let n = 0; n < 9; n++) await create(first, `Caja ${n}`)
    const { tally } = await races().race(contexts.map((ctx, n) => () => create(ctx, `Nueva ${n}`)))
    expect(tally).toEqual({ done: 1, credentials_full: 19 })
    expect(await live(merchantId)).toHaveLength(10)
    expect(await eventsOf(merchantId, event)).toHaveLength(10)
  })

  it.each(rounds)('fifty creations of one name make exactly one, round %i', async () => {
    const { merchantId, contexts } = await races().newTeam()
    const { tally } = await races().race(contexts.map((ctx, n) => () => create(ctx, n % 3 ? 'Caja 1' : 'CAJA 1')))
    expect(tally).toEqual({ done: 1, name_taken: officeCallers - 1 })
    expect(await live(merchantId)).toHaveLength(1)
    expect(await eventsOf(merchantId, event)).toHaveLength(1)
  })
})

describe('one credential', () => {
  it.each(rounds)(
    'is rotated once by fifty who saw the same, and the winner’s secret is the one, round %i',
    async (round) => {
      const { merchantId, contexts } = await races().newTeam()
      const name = `Rotado ${round} ${merchantId}`
      const made = await createOAuthClient(contexts[0] as IntegrationsContext, { name, permissions })
      const asked = { id: made.id, confirmation: name, seenRotatedAt: null }
      const { tally, done } = await races().race(contexts.map((ctx) => () => rotateClientSecret(ctx, asked)))
      expect(tally).toEqual({ done: 1, already_rotated: officeCallers - 1 })
      const [row] = await races().sql`
      select secret_hash as now, previous_secret_hash as before from oauth_clients where id = ${made.id}`
      expect(row).toEqual({
        now: digest(done[0]?.clientSecret.reveal() ?? ''),
        before: digest(made.clientSecret.reveal()),
      })
      expect(await eventsOf(merchantId, 'oauth_client.rotated')).toHaveLength(1)
      expect(await mailsOf('oauth_client_rotated', name)).toHaveLength(2)
    },
  )

  it.each(rounds)('is revoked once by fifty, round %i', async (round) => {
    const { merchantId, contexts } = await races().newTeam()
    const name = `Revocada ${round} ${merchantId}`
    const { id } = await createApiKey(contexts[0] as IntegrationsContext, { name, permissions, validityDays: 30 })
    const { tally } = await races().race(contexts.map((ctx) => () => revokeApiKey(ctx, { id, confirmation: name })))
    expect(tally).toEqual({ done: 1, already_revoked: officeCallers - 1 })
    expect(await eventsOf(merchantId, 'api_key.revoked')).toHaveLength(1)
    expect(await mailsOf('api_key_revoked', name)).toHaveLength(2)
  })

  it.each(rounds)('is deleted once, and rotated at most once before it, round %i', async (round) => {
    const { merchantId, contexts } = await races().newTeam()
    const { id } = await createOAuthClient(contexts[0] as IntegrationsContext, { name: 'ERP', permissions })
    const asked = { id, confirmation: 'ERP' }
    // Who comes first changes from round to round.
    const { tally } = await races().race(
      contexts.map((ctx, n): (() => Promise<unknown>) =>
        (n + round) % 2 === 0
          ? () => deleteOAuthClient(ctx, asked)
          : () => rotateClientSecret(ctx, { ...asked, seenRotatedAt: null }),
      ),
    )
    const rotations = (await eventsOf(merchantId, 'oauth_client.rotated')).length
    expect(await eventsOf(merchantId, 'oauth_client.deleted')).toHaveLength(1)
    expect(rotations).toBeLessThanOrEqual(1)
    const { already_rotated: unseen = 0, ...rest } = tally
    expect(rest).toEqual({ done: 1 + rotations, already_deleted: officeCallers - 1 - rotations - unseen })
    expect(unseen).toBeLessThanOrEqual(rotations * (officeCallers / 2 - 1))
  })
})
