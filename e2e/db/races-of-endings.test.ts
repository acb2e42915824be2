import { describe, expect, it } from 'vitest'
import { tally } from '../fixtures/barrier'
import { newReference } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'
import {
  type Authorized,
  apply,
  callers,
  calls,
  consume,
  isFirstHalf,
  release,
  rounds,
  startTillRaces,
  type Till,
} from './till-races'

/** D34, D35, D45: an authorization ends once, in one way, and everybody is told the same. */

const races = startTillRaces()

/** What `isFirstHalf` got and what the others got. */
const halves = <T>(all: readonly T[], round: number) => ({
  first: all.filter((_, n) => isFirstHalf(n, round)),
  second: all.filter((_, n) => !isFirstHalf(n, round)),
})

const endOf = async (till: Till, { authorizationCode }: Authorized) => {
  const [row] = await races().sql`
    select a.status, c.id is not null as "isConsumed" from authorizations a
    left join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id
    where a.merchant_id = ${till.merchant.id} and a.code = ${authorizationCode}`
  return row
}

describe('one authorization', () => {
  it.each(rounds)('is consumed or released, never both (D45), round %i', async (round) => {
    const till = await races().newTill()
    const authorized = await races().authorize(till)
    const answers = await races().race(
      calls((n) => (isFirstHalf(n, round) ? consume(till, n, authorized) : release(till, n, authorized))),
    )
    const { first, second } = halves(answers, round)
    const found = { consumptions: tally(first), releases: tally(second), end: await endOf(till, authorized) }
    expect(found).toEqual(
      found.end?.isConsumed
        ? {
            consumptions: { '201': 1, '400 authorization_already_used': 24 },
            releases: { '400 authorization_already_used': 25 },
            end: { status: 'Consumed', isConsumed: true },
          }
        : {
            consumptions: { '400 authorization_expired': 25 },
            releases: { '200': 25 },
            end: { status: 'Released', isConsumed: false },
          },
    )
    for (const { status, body } of second) if (status === 200) expect(body.value.status).toBe('Released')
  })

  // The instant moves through the calls from round to round: the first rounds are too late for it, the last in time.
  it.each(rounds)('is consumed before it expires or not at all (D35), round %i', async (round) => {
    const till = await races().newTill()
    const authorized = await races().authorize(till)
    await races().sql`
      update authorizations set expires_at = clock_timestamp() + ${15 * round + 1}::int * interval '1 millisecond'
      where merchant_id = ${till.merchant.id} and code = ${authorized.authorizationCode}`
    const answers = await races().race(calls((n) => consume(till, n, authorized)))
    const end = await endOf(till, authorized)
    expect(tally(answers)).toEqual(
      end?.isConsumed ? { '201': 1, '400 authorization_already_used': 49 } : { '400 authorization_expired': callers },
    )
    expect(['Authorized', 'Expired', 'Consumed']).toContain(end?.status)
  })

  it('is not consumed by a call that had to wait until it was too late (D35)', async () => {
    const till = await races().newTill()
    const authorized = await races().authorize(till)
    // Fewer than the connections of the two processes, so that they wait for the row and none for a connection.
    const late = calls((n) => consume(till, n, authorized)).slice(0, 16)
    const waiting = () => lockWaits(races().sql, { program: 'aliado api' })
    const { answers } = await races().sql.begin(async (holder) => {
      await holder`
        update authorizations set expires_at = clock_timestamp() + interval '300 milliseconds'
        where merchant_id = ${till.merchant.id} and code = ${authorized.authorizationCode}`
      const answers = races().race(late)
      // Those of a process may travel together, so that a statement waits for several; both processes wait.
      await expect.poll(waiting, { interval: 1 }).toBeGreaterThanOrEqual(2)
      await holder`
        select pg_sleep(greatest(0, extract(epoch from expires_at - clock_timestamp())) + 0.001) from authorizations
        where merchant_id = ${till.merchant.id} and code = ${authorized.authorizationCode}`
      return { answers }
    })
    expect(tally(await answers)).toEqual({ '400 authorization_expired': late.length })
    expect(await races().consumptionsOf(till)).toEqual([])
  })

  it.each(rounds)(
    'makes room for one other when it is released, however many ask (D36, D45), round %i',
    async (round) => {
      const till = await races().newTill()
      const authorized = await races().authorize(till)
      const { reference } = authorized
      const answers = await races().race(
        calls((n) => (isFirstHalf(n, round) ? release(till, n, authorized) : apply(till, n, { reference }))),
      )
      const { first, second } = halves(answers, round)
      expect(tally(first)).toEqual({ '200': 25 })
      // An apply that came before the first release found the reference in use, and perhaps all of them did.
      const standing = await races().authorizationsOf(till)
      const renewed = standing.length - 1
      expect(tally(second)).toEqual({
        ...(renewed === 1 ? { '201': 1 } : {}),
        '400 reference_in_use': 25 - renewed,
      })
      expect(standing).toEqual([`${reference} Released`, `${reference} Authorized`].slice(0, 1 + renewed))
    },
  )

  it.each(rounds)('does not stand in the way of other references (D36), round %i', async () => {
    const till = await races().newTill()
    const references = Array.from({ length: callers }, newReference)
    const answers = await races().race(calls((n) => apply(till, n, { reference: references[n] ?? '' })))
    expect(tally(answers)).toEqual({ '201': callers })
    expect((await races().authorizationsOf(till)).sort()).toEqual(references.map((each) => `${each} Authorized`).sort())
  })
})
