import { describe, expect, it } from 'vitest'
import { createApiKey } from '@/lib/credentials/create-api-key'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { openSecret, readFragment, sealSecret } from '@/lib/hand-offs/link'
import { makeHandOff } from '@/lib/hand-offs/make-hand-off'
import { openHandOff } from '@/lib/hand-offs/open-hand-off'
import { withdrawHandOff } from '@/lib/hand-offs/withdraw-hand-off'
import { officeCallers, startOfficeRaces } from './office-races'
import { rounds } from './till-races'

/** D72: of browsers that open one hand-off at once exactly one gets the secret, whatever happens to it meanwhile. */

const races = startOfficeRaces()

async function newHandOff() {
  const { merchantId, contexts } = await races().newTeam()
  const [ctx] = contexts
  if (!ctx) throw new Error('nobody')
  const key = await createApiKey(ctx, { name: 'Caja 1', permissions: ['core.integrations'], validityDays: 30 })
  const seal = async () => {
    const { fragment, ...sealed } = await sealSecret(key.apiKey.reveal())
    const { handle = '' } = (await readFragment(`#${fragment}`)) ?? {}
    const draft = {
      kind: 'api_key',
      id: key.id,
      since: null,
      branchId: null,
      terminal: null,
      hours: 1,
      handleHash: Buffer.from(sealed.handleHash, 'base64url'),
      ciphertext: Buffer.from(sealed.ciphertext, 'base64url'),
    } as const
    return { fragment, handle, make: (by: IntegrationsContext) => makeHandOff(by, draft) }
  }
  return { merchantId, contexts, ctx, key, seal }
}

/** Each browser with an address of its own: who guesses is not what is tried here. */
const browsers = (contexts: readonly IntegrationsContext[]) =>
  contexts.map((ctx, n) => ({ ...ctx, origin: { ...ctx.origin, address: `198.51.100.${n}` } }))

const openings = (merchantId: number) => races().sql<{ opened: number }[]>`
  select count(*)::int as opened from audit_events where merchant_id = ${merchantId} and action = 'hand_off.opened'`

describe('a hand-off', () => {
  it.each(rounds)('that fifty browsers open is opened by one, round %i', async () => {
    const { merchantId, contexts, ctx, key, seal } = await newHandOff()
    const { fragment, handle, make } = await seal()
    await make(ctx)
    const { tally, done } = await races().race(browsers(contexts).map((one) => () => openHandOff(one, handle)))
    expect(tally).toEqual({ done: 1, link_invalid: officeCallers - 1 })
    expect(await openSecret(fragment, done[0]?.ciphertext ?? '')).toBe(key.apiKey.reveal())
    expect(await openings(merchantId)).toEqual([{ opened: 1 }])
    expect(await races().sql`select from hand_offs where merchant_id = ${merchantId}`).toHaveLength(0)
    expect(await races().sql`select from hand_off_watches where merchant_id = ${merchantId}`).toHaveLength(1)
  })

  it.each(rounds)('is either opened or withdrawn, round %i', async (round) => {
    const { merchantId, contexts, ctx, seal } = await newHandOff()
    const { handle, make } = await seal()
    const { id } = await make(ctx)
    const { tally } = await races().race<unknown>(
      browsers(contexts).map(
        (one, n) => () => (n % 2 === round % 2 ? openHandOff(one, handle) : withdrawHandOff(one, { id })),
      ),
    )
    expect(tally.done).toBe(1)
    expect((tally.link_invalid ?? 0) + (tally.hand_off_over ?? 0)).toBe(officeCallers - 1)
    const [said] = await openings(merchantId)
    expect(tally.link_invalid).toBe(officeCallers / 2 - (said?.opened ?? 0))
  })

  it.each(rounds)(
    'outlives no revocation: made and opened while its key is revoked, nothing is left, round %i',
    async () => {
      const { merchantId, contexts, ctx, key, seal } = await newHandOff()
      const { handle, make } = await seal()
      await make(ctx)
      const more = await Promise.all(contexts.map(seal))
      const confirmation = 'Caja 1'
      const { tally } = await races().race<unknown>(
        browsers(contexts).map(
          (one, n) => () =>
            n === 25
              ? revokeApiKey(one, { id: key.id, confirmation })
              : n % 2
                ? openHandOff(one, handle)
                : (more[n]?.make(one) ?? Promise.reject(new Error('one for each'))),
        ),
      )
      const { done = 0, link_invalid = 0, credential_over = 0, ...others } = tally
      expect(others).toEqual({})
      expect(done + link_invalid + credential_over).toBe(officeCallers)
      expect(link_invalid).toBeGreaterThanOrEqual(officeCallers / 2 - 2)
      expect(await races().sql`select from hand_offs where merchant_id = ${merchantId}`).toHaveLength(0)
      expect(await races().sql`select from hand_off_watches where merchant_id = ${merchantId}`).toHaveLength(0)
    },
  )
})
