import { describe, expect, it } from 'vitest'
import { acceptProposal, declineProposal, withdrawProposal } from '@/lib/affiliations/answer-proposal'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { proposeAffiliation } from '@/lib/affiliations/propose-affiliation'
import { affiliationSides } from './affiliation-sides'
import { startOfficeRaces } from './office-races'
import { rounds } from './till-races'

/** Both sides act at once, each at another process: one of them wins, and the other is told. */

const races = startOfficeRaces()

/** Many of each side, taking turns at two processes. */
const eachSide = 10

async function bothSides(round: number) {
  const [one, two] = races().offices
  if (!one || !two) throw new Error('there are two')
  const sides = [affiliationSides(races().sql, one), affiliationSides(races().sql, two)] as const
  const shop = await sides[0].merchantSide()
  const firm = await sides[1].companySide()
  /** Runs of both sides in turns; who comes first changes from round to round. */
  const inTurns = (ofShop: () => Promise<unknown>, ofFirm: () => Promise<unknown>) =>
    Array.from({ length: 2 * eachSide }, (_, n) => ((n + round) % 2 === 0 ? ofShop : ofFirm))
  const doneEvents = (action: string) => races().sql`select from audit_events
    where action = ${action} and outcome = 'done' and (merchant_id = ${shop.id} or company_id = ${firm.id})`
  const proposals = () =>
    races().sql`select outcome from affiliation_requests where merchant_id = ${shop.id} order by id`
  return { sides: sides[0], shop, firm, inTurns, doneEvents, proposals }
}

describe('an affiliation proposal', () => {
  it.each(rounds)('that is accepted and withdrawn at once comes to one of both, round %i', async (round) => {
    const { sides, shop, firm, inTurns, doneEvents, proposals } = await bothSides(round)
    await proposeAffiliation(shop.ctx, { other: firm.name, message: null })
    const asked = { proposalId: await sides.openProposal(shop.id, firm.id) }
    const { tally } = await races().race(
      inTurns(
        () => withdrawProposal(shop.ctx, asked),
        () => acceptProposal(firm.ctx, asked),
      ),
    )
    expect(tally).toEqual({ done: 1, proposal_over: 2 * eachSide - 1 })
    const [row] = await proposals()
    const accepted = row?.outcome === 'accepted'
    expect(await sides.areAffiliated(shop.id, firm.id)).toBe(accepted)
    // Once in the trail of each side.
    expect(await doneEvents('affiliation.accepted')).toHaveLength(accepted ? 2 : 0)
    expect(await doneEvents('affiliation.withdrawn')).toHaveLength(accepted ? 0 : 2)
  })

  it.each(rounds)('that crosses one of the other side makes one affiliation, round %i', async (round) => {
    const { sides, shop, firm, inTurns, doneEvents, proposals } = await bothSides(round)
    const { tally, done } = await races().race(
      inTurns(
        () => proposeAffiliation(shop.ctx, { other: firm.name, message: null }),
        () => proposeAffiliation(firm.ctx, { other: shop.name, message: null }),
      ),
    )
    expect(tally.done).toBe(2)
    expect(done.map((one) => (one as { outcome: string }).outcome).sort()).toEqual(['affiliated', 'proposed'])
    const { already_proposed: before = 0, already_affiliated: after = 0 } = tally
    expect(before + after).toBe(2 * eachSide - 2)
    expect(await sides.areAffiliated(shop.id, firm.id)).toBe(true)
    expect(await proposals()).toEqual([{ outcome: 'accepted' }])
    expect(await doneEvents('affiliation.accepted')).toHaveLength(2)
  })

  it.each(rounds)('that is accepted and declined at once comes to one of both, round %i', async (round) => {
    const { sides, shop, firm, inTurns, proposals } = await bothSides(round)
    await proposeAffiliation(shop.ctx, { other: firm.name, message: null })
    const asked = { proposalId: await sides.openProposal(shop.id, firm.id) }
    const { tally } = await races().race(
      inTurns(
        () => declineProposal(firm.ctx, asked),
        () => acceptProposal(firm.ctx, asked),
      ),
    )
    expect(tally).toEqual({ done: 1, proposal_over: 2 * eachSide - 1 })
    const [row] = await proposals()
    expect(await sides.areAffiliated(shop.id, firm.id)).toBe(row?.outcome === 'accepted')
  })
})

describe('the end of an affiliation', () => {
  it.each(rounds)('comes once, and no grant outlives it, whoever grants meanwhile, round %i', async (round) => {
    const { sides, shop, firm, inTurns, doneEvents } = await bothSides(round)
    await sides.make.affiliation(firm.id, shop.id)
    const discounts = await Promise.all(Array.from({ length: eachSide }, () => sides.make.discount(shop.id)))
    // A grant is what the foreign key lets in, or refuses.
    const grants = discounts.map((id) => async () => {
      await sides.make.grant(firm.id, shop.id, id).catch((error: { code?: string }) => expect(error.code).toBe('23503'))
      return 'granted or refused'
    })
    const ends = inTurns(
      () => endAffiliation(shop.ctx, { otherId: firm.id, confirmation: firm.name }),
      () => endAffiliation(firm.ctx, { otherId: shop.id, confirmation: shop.name }),
    )
    const { tally } = await races().race([...grants, ...ends])
    expect(tally).toEqual({ done: 1 + eachSide, not_found: 2 * eachSide - 1 })
    expect(await sides.areAffiliated(shop.id, firm.id)).toBe(false)
    expect(await races().sql`select from grants where company_id = ${firm.id}`).toHaveLength(0)
    expect(await doneEvents('affiliation.ended')).toHaveLength(2)
  })
})
