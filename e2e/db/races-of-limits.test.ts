import { describe, expect, it } from 'vitest'
import { tally } from '../fixtures/barrier'
import { newReference } from '../fixtures/factories'
import {
  apply,
  callers,
  calls,
  consume,
  isFirstHalf,
  letExpire,
  release,
  rounds,
  startTillRaces,
  type Till,
} from './till-races'

/** D43: limits hold under any concurrency, and a race that was lost takes nothing. */

const races = startTillRaces()

/** Each of fifty references, applied once by one person. */
const fiftyReferences = (till: Till, purchaseAmount = 1_000) =>
  calls((n) => apply(till, n, { reference: newReference(), purchaseAmount }))

/** What the discount's counters say: of its uses and budget, and of its days. */
async function countedFor({ discountId }: Till) {
  const [usage] = await races().sql`select uses, amount from discount_usage where discount_id = ${discountId}`
  const daily = await races().sql`select uses from discount_daily_usage where discount_id = ${discountId}`
  return { ...usage, daily: daily.map(({ uses }) => uses) }
}

describe('of fifty applies at once', () => {
  it.each(rounds)('one gets the last use (D43), round %i', async () => {
    const till = await races().newTill({ usesTotal: 3 })
    await races().authorize(till)
    await races().authorize(till)
    const answers = await races().race(fiftyReferences(till))
    expect(tally(answers)).toEqual({ '201': 1, '404 discount_not_available': 49 })
    expect(await countedFor(till)).toEqual({ uses: 3, amount: '300.00', daily: [] })
    expect(await races().authorizationsOf(till)).toHaveLength(3)
  })

  it.each(rounds)('one gets the last use of the day of a collaborator (D43), round %i', async () => {
    const till = await races().newTill({ usesPerCollaboratorPerDay: 2 })
    await races().authorize(till)
    const answers = await races().race(fiftyReferences(till))
    expect(tally(answers)).toEqual({ '201': 1, '404 discount_not_available': 49 })
    expect(await countedFor(till)).toEqual({ daily: [2] })
    expect(await races().authorizationsOf(till)).toHaveLength(2)
  })

  it.each(rounds)('one gets the last peso of the budget (D43), round %i', async () => {
    const till = await races().newTill({ budget: '101.00' })
    await races().authorize(till)
    const answers = await races().race(fiftyReferences(till, 10))
    expect(tally(answers)).toEqual({ '201': 1, '404 discount_not_available': 49 })
    expect(await countedFor(till)).toEqual({ uses: 2, amount: '101.00', daily: [] })
  })

  it.each(rounds)('as many work as fit all limits, whichever is the narrowest (D43), round %i', async (round) => {
    const fitting = 1 + round
    const limits = [
      { usesTotal: fitting, usesPerCollaboratorPerDay: 40, budget: '4000.00' },
      { usesTotal: 40, usesPerCollaboratorPerDay: fitting, budget: '4000.00' },
      // A remainder that is too small for one more blocks (D43).
      { usesTotal: 40, usesPerCollaboratorPerDay: 40, budget: `${fitting}99.99` },
    ][round % 3]
    const till = await races().newTill(limits)
    const answers = await races().race(fiftyReferences(till))
    expect(tally(answers)).toEqual({ '201': fitting, '404 discount_not_available': callers - fitting })
    expect(await countedFor(till)).toEqual({ uses: fitting, amount: `${fitting}00.00`, daily: [fitting] })
  })

  it.each(rounds)('a use that was lost to a reference or a key in use is not lost (D43, D44), round %i', async () => {
    const till = await races().newTill({ usesTotal: 2, usesPerCollaboratorPerDay: 2, budget: '200.00' })
    const [reference, key] = [newReference(), crypto.randomUUID()]
    const [first, second] = [
      await races().race(calls((n) => apply(till, n, { reference }))),
      await races().race(calls((n) => apply(till, n, { reference: `${reference}-2`, key }))),
    ]
    expect(tally(first)).toEqual({ '201': 1, '400 reference_in_use': 49 })
    expect(tally(second)).toEqual({ '201': 1, '201 replayed': 49 })
    expect(await countedFor(till)).toEqual({ uses: 2, amount: '200.00', daily: [2] })
  })

  it.each(rounds)('one gets what an overdue reservation holds, marked or not (D35, D43), round %i', async () => {
    const till = await races().newTill({ usesTotal: 1, usesPerCollaboratorPerDay: 1, budget: '100.00' })
    await letExpire(races(), till, await races().authorize(till))
    const answers = await races().race(fiftyReferences(till))
    expect(tally(answers)).toEqual({ '201': 1, '404 discount_not_available': 49 })
    expect(await countedFor(till)).toEqual({ uses: 1, amount: '100.00', daily: [1] })
  })
})

describe('uses that are given back while others are taken', () => {
  it.each(rounds)('are counted exactly (D43), round %i', async (round) => {
    const till = await races().newTill({ usesTotal: 25, usesPerCollaboratorPerDay: 25, budget: '2500.00' })
    const held = await races().authorizeMany(till, 25)
    const sent = calls((n) => {
      const given = isFirstHalf(n, round) ? held.pop() : undefined
      return given ? release(till, n, given) : apply(till, n, { reference: newReference() })
    })
    const answers = await races().race(sent)
    const { '200': released, '201': taken = 0, '404 discount_not_available': refused = 0, ...others } = tally(answers)
    expect({ released, asked: taken + refused, others }).toEqual({ released: 25, asked: 25, others: {} })
    expect(await countedFor(till)).toEqual({ uses: taken, amount: (100 * taken).toFixed(2), daily: [taken] })
  })

  it.each(rounds)(
    'by consumptions of less than was authorized are counted exactly (D40, D43), round %i',
    async (round) => {
      const till = await races().newTill({ budget: '5000.00' })
      const held = await races().authorizeMany(till, 25)
      const sent = calls((n) => {
        const paid = isFirstHalf(n, round) ? held.pop() : undefined
        if (!paid) return apply(till, n, { reference: newReference() })
        const confirmed = consume(till, n, paid)
        return { ...confirmed, body: { ...confirmed.body, purchaseAmount: 400 } }
      })
      expect(tally(await races().race(sent))).toEqual({ '201': 50 })
      expect(await countedFor(till)).toEqual({ uses: 50, amount: (25 * 40 + 25 * 100).toFixed(2), daily: [] })
    },
  )
})
