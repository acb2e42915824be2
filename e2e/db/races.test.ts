import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Call, type RaceAnswer, tally } from '../fixtures/barrier'
import { newReference } from '../fixtures/factories'
import { apply, calls, consume, isFirstHalf, letExpire, rounds, startTillRaces } from './till-races'

/** D36, D38, D44: whatever arrives at once, at two processes on one database, one works and the others are told so. */

const races = startTillRaces()

const distinct = (values: readonly unknown[]): number => new Set(values.map((value) => JSON.stringify(value))).size

const ofOperation = (answers: readonly RaceAnswer[], sent: readonly Call[], operation: Call['operation']) =>
  answers.filter((_, n) => sent[n]?.operation === operation)

describe('fifty applies at once', () => {
  it.each(rounds)('with one key and one body are one authorization, new to one caller (D44), round %i', async () => {
    const till = await races().newTill()
    const [key, reference] = [randomUUID(), newReference()]
    const answers = await races().race(calls((n) => apply(till, n, { key, reference })))
    expect(tally(answers)).toEqual({ '201': 1, '201 replayed': 49 })
    expect(distinct(answers.map(({ body }) => body.value))).toBe(1)
    expect(await races().authorizationsOf(till)).toEqual([`${reference} Authorized`])
  })

  it.each(rounds)('with one key and two bodies work for one body, 409 for the other (D44), round %i', async (round) => {
    const till = await races().newTill()
    const [key, one, another] = [randomUUID(), newReference(), newReference()]
    // The bodies differ in the amount alone, or in the reference alone.
    const mine = { key, reference: one, purchaseAmount: 1_000 }
    const yours = round < 5 ? { ...mine, purchaseAmount: 1_000.01 } : { ...mine, reference: another }
    const sent = calls((n) => apply(till, n, isFirstHalf(n, round) ? mine : yours))
    const answers = await races().race(sent)
    expect(tally(answers)).toEqual({ '201': 1, '201 replayed': 24, '409 idempotency_key_reused': 25 })
    expect(distinct(sent.filter((_, n) => answers[n]?.status === 201).map(({ body }) => body))).toBe(1)
    expect(distinct(answers.filter(({ status }) => status === 201).map(({ body }) => body.value))).toBe(1)
    expect(await races().authorizationsOf(till)).toHaveLength(1)
  })

  it.each(rounds)('with fifty keys for one reference are one authorization (D36), round %i', async () => {
    const till = await races().newTill()
    const reference = newReference()
    const answers = await races().race(calls((n) => apply(till, n, { reference })))
    expect(tally(answers)).toEqual({ '201': 1, '400 reference_in_use': 49 })
    expect(await races().authorizationsOf(till)).toEqual([`${reference} Authorized`])
  })

  it.each(rounds)('for a reference whose authorization is overdue are one new one (D35, D36), round %i', async () => {
    const till = await races().newTill()
    const overdue = await races().authorize(till)
    const { reference } = overdue
    await letExpire(races(), till, overdue)
    const answers = await races().race(calls((n) => apply(till, n, { reference })))
    expect(tally(answers)).toEqual({ '201': 1, '400 reference_in_use': 49 })
    expect(await races().authorizationsOf(till)).toEqual([`${reference} Expired`, `${reference} Authorized`])
  })
})

describe('fifty consumptions at once', () => {
  it.each(rounds)('with fifty keys for one authorization are one consumption (D38), round %i', async () => {
    const till = await races().newTill()
    const authorized = await races().authorize(till)
    const answers = await races().race(calls((n) => consume(till, n, authorized)))
    expect(tally(answers)).toEqual({ '201': 1, '400 authorization_already_used': 49 })
    expect(await races().consumptionsOf(till)).toEqual([authorized.reference])
  })

  it.each(rounds)('with one key are one consumption, new to one caller (D44), round %i', async () => {
    const till = await races().newTill()
    const authorized = await races().authorize(till)
    const key = randomUUID()
    const answers = await races().race(calls((n) => consume(till, n, authorized, key)))
    expect(tally(answers)).toEqual({ '201': 1, '201 replayed': 49 })
    expect(distinct(answers.map(({ body }) => body.value))).toBe(1)
    expect(await races().consumptionsOf(till)).toEqual([authorized.reference])
  })

  it.each(rounds)(
    'with one key for two authorizations work for one, 409 for the other (D44), round %i',
    async (round) => {
      const till = await races().newTill()
      const [mine, yours] = [await races().authorize(till), await races().authorize(till)]
      const key = randomUUID()
      const answers = await races().race(calls((n) => consume(till, n, isFirstHalf(n, round) ? mine : yours, key)))
      expect(tally(answers)).toEqual({ '201': 1, '201 replayed': 24, '409 idempotency_key_reused': 25 })
      expect(await races().consumptionsOf(till)).toHaveLength(1)
      expect((await races().authorizationsOf(till)).map((line) => line.split(' ')[1]).sort()).toEqual([
        'Authorized',
        'Consumed',
      ])
    },
  )
})

describe('twenty-five applies and twenty-five consumptions at once', () => {
  it.each(rounds)('with one key are one of the two, and 409 for the other (D44), round %i', async (round) => {
    const till = await races().newTill()
    const authorized = await races().authorize(till)
    const [key, reference] = [randomUUID(), newReference()]
    const sent = calls((n) =>
      isFirstHalf(n, round) ? apply(till, n, { key, reference }) : consume(till, n, authorized, key),
    )
    const answers = await races().race(sent)
    const found = {
      applies: tally(ofOperation(answers, sent, 'applyDiscount')),
      consumptions: tally(ofOperation(answers, sent, 'registerConsumption')),
      authorizations: await races().authorizationsOf(till),
      consumed: await races().consumptionsOf(till),
    }
    const [won, lost] = [{ '201': 1, '201 replayed': 24 }, { '409 idempotency_key_reused': 25 }]
    expect(found).toEqual(
      found.consumed.length === 0
        ? {
            applies: won,
            consumptions: lost,
            authorizations: [`${authorized.reference} Authorized`, `${reference} Authorized`],
            consumed: [],
          }
        : {
            applies: lost,
            consumptions: won,
            authorizations: [`${authorized.reference} Consumed`],
            consumed: [authorized.reference],
          },
    )
  })
})
