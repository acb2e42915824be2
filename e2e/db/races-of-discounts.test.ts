import type { TransactionSql } from 'postgres'
import { describe, expect, it } from 'vitest'
import { openOfficeDatabase } from '@/db/office'
import { moveDiscount } from '@/lib/discounts/move-discount'
import { changeDiscount } from '@/lib/discounts/save-discount'
import { expectCountersMatchRows } from '../api/usage'
import { tally } from '../fixtures/barrier'
import { draftOf } from '../fixtures/discount-forms'
import { eventually } from '../fixtures/eventually'
import { newReference } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'
import { contextOf, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'
import { apply, callers, calls, openTillRaces, type Till, type TillRaces } from './till-races'

/** D43, D57: what a merchant changes in the office while fifty tills apply. */

const opened = openForTests(async (atEnd) => {
  const races = await openTillRaces(atEnd, { deadlockTimeout: '50ms', limitsWereLowered: true })
  atEnd(() => expectNoDeadlock(races))
  const office = openOfficeDatabase(races.databaseUrl, { poolMax: 4 })
  atEnd(() => office.sql.end())
  await office.sql`select 1`
  return { races, office }
})
const races = () => opened().races

const rounds = Array.from({ length: 4 }, (_, round) => round)

async function officeOf(till: Till) {
  const member = await people(races().sql).newMember(till.merchant.id)
  return contextOf(opened().office, till.merchant.id, member)
}

const fifty = (till: Till) => calls((n) => apply(till, n, { reference: newReference() }))

const granted = async (till: Till): Promise<number> =>
  Number((await races().sql`select count(*) from authorizations where discount_id = ${till.discountId}`)[0]?.count)

/** Reserved, not available, or, on a busy machine, "not now" (D12): never an error of ours. Deadlocks are counted at the end. */
function expectOnly(answers: Awaited<ReturnType<TillRaces['race']>>) {
  const {
    '201': reserved = 0,
    '404 discount_not_available': refused = 0,
    '503 service_unavailable': unavailable = 0,
    ...others
  } = tally(answers)
  expect(others).toEqual({})
  expect(reserved + refused + unavailable).toBe(callers)
  return { reserved, refused }
}

/** No deadlock so far: PostgreSQL looks for them after 50 ms here, and tells of them a moment later. */
const expectNoDeadlock = async ({ sql }: TillRaces) => {
  await sql`select pg_stat_force_next_flush()`
  const [row] = await sql`select deadlocks::int from pg_stat_database where datname = current_database()`
  expect(row).toEqual({ deadlocks: 0 })
}

/** A change of the merchant in the same turn as the tills' calls; tells how many there were once it was done. */
async function raceWith(till: Till, change: () => Promise<unknown>) {
  let done: Promise<number> | undefined
  const answers = await races().race(fifty(till), () => {
    done = change().then(() => granted(till))
  })
  const atCommit = await done
  if (atCommit === undefined) throw new Error('the change was not made')
  expectOnly(answers)
  return { atCommit }
}

/** A form that says what the shop's discount is, with those limits. */
const limited = (limits: Parameters<typeof draftOf>[0]) =>
  draftOf({ name: '10 %', description: 'Diez por ciento', validFrom: '2020-01-01', ...limits })

describe('while fifty tills apply', () => {
  it.each(rounds)('a lowered limit on uses is never passed once it stands, round %i', async (round) => {
    const till = await races().newTill({ usesTotal: 1000 })
    const ctx = await officeOf(till)
    const limit = 5 + 6 * round
    const { atCommit } = await raceWith(till, () =>
      changeDiscount(ctx, { id: till.discountId, version: 1 }, limited({ usesTotal: String(limit) })),
    )
    // Those granted before may be more than the new limit allows; none comes after that passes it.
    expectOnly(await races().race(fifty(till)))
    expect(await granted(till)).toBeLessThanOrEqual(Math.max(limit, atCommit))
    await expectCountersMatchRows(races().sql, till.discountId)
  })

  it.each(rounds)('a first limit on a discount without any counts those under way, round %i', async (round) => {
    const till = await races().newTill()
    const ctx = await officeOf(till)
    const limit = 5 + 6 * round
    const { atCommit } = await raceWith(till, () =>
      changeDiscount(
        ctx,
        { id: till.discountId, version: 1 },
        limited({ usesTotal: String(limit), budget: '100000', usesPerCollaboratorPerDay: '1000' }),
      ),
    )
    expectOnly(await races().race(fifty(till)))
    expect(await granted(till)).toBeLessThanOrEqual(Math.max(limit, atCommit))
    await expectCountersMatchRows(races().sql, till.discountId)
  })

  it.each(rounds)('a limit that is taken away frees all, and loses no count, round %i', async () => {
    const till = await races().newTill({ usesTotal: 10, budget: '100000', usesPerCollaboratorPerDay: 10 })
    const ctx = await officeOf(till)
    await raceWith(till, () => changeDiscount(ctx, { id: till.discountId, version: 1 }, limited({})))
    expect(expectOnly(await races().race(fifty(till))).refused).toBe(0)
    await expectCountersMatchRows(races().sql, till.discountId)
  })

  it.each(rounds)('a pause is seen by the next apply of every process (D57), round %i', async () => {
    const till = await races().newTill({ usesTotal: 1000 })
    const ctx = await officeOf(till)
    const seen = { id: till.discountId, version: 1 }
    await raceWith(till, () => moveDiscount(ctx, 'pause', seen))
    expect(expectOnly(await races().race(fifty(till))).reserved).toBe(0)
    await moveDiscount(ctx, 'publish', { ...seen, version: 2 })
    expect(expectOnly(await races().race(fifty(till))).refused).toBe(0)
    await expectCountersMatchRows(races().sql, till.discountId)
  })

  it('of twenty members who move or change at once each is done whole or refused', async () => {
    const till = await races().newTill({ usesTotal: 1000 })
    const ctx = await officeOf(till)
    const seen = { id: till.discountId, version: 1 }
    let settled: Promise<PromiseSettledResult<unknown>[]> | undefined
    const answers = await races().race(fifty(till), () => {
      settled = Promise.allSettled(
        Array.from({ length: 20 }, (_, n) =>
          n % 2 === 0
            ? moveDiscount(ctx, 'pause', seen)
            : changeDiscount(ctx, seen, limited({ usesTotal: String(n + 5) })),
        ),
      )
    })
    expectOnly(answers)
    const results = (await settled) ?? []
    const kinds = results.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code))
    expect(kinds.filter((kind) => !['done', 'move_impossible', 'changed_meanwhile'].includes(kind))).toEqual([])
    const [row] = await races().sql`select version, status from discounts where id = ${till.discountId}`
    expect(row).toEqual({ version: 1 + kinds.filter((kind) => kind === 'done').length, status: 'paused' })
  })
})

/** Waits until so many statements of this database wait for a lock. */
const untilWaiting = (count: number) => eventually(async () => expect(await lockWaits(races().sql)).toBe(count))

/** Runs `during` while `hold` keeps its locks: no race of luck, but each of the two orders as it is meant. */
async function whileHeld<T>(hold: (tx: TransactionSql) => Promise<unknown>, during: () => Promise<T>): Promise<T> {
  let result: T | undefined
  await races().sql.begin(async (tx) => {
    await hold(tx)
    result = await during()
  })
  return result as T
}

describe('a lowered limit', () => {
  it('waits for the reservations under way, and counts them', async () => {
    const till = await races().newTill({ usesTotal: 1000 })
    const ctx = await officeOf(till)
    const { merchant, company, person, credential, discountId } = till
    let isDone = false
    const change = await whileHeld(
      (tx) => tx`with held as (
          insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
            purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
          values (${merchant.id}, 'held', 'held', ${discountId}, ${company.id}, ${person.id}, ${credential.id},
            1000, 100, 900, 'PCT', 10, 'store', now() + interval '15 minutes')
          returning merchant_id, id)
        insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id)
        select merchant_id, gen_random_uuid(), '\\x00', id from held`,
      async () => {
        const asked = changeDiscount(ctx, { id: discountId, version: 1 }, limited({ usesTotal: '1' })).then(() => {
          isDone = true
        })
        await untilWaiting(1)
        expect(isDone).toBe(false)
        return { asked }
      },
    )
    await change.asked
    expect(await granted(till)).toBe(1)
    expect(expectOnly(await races().race(fifty(till))).reserved).toBe(0)
    await expectCountersMatchRows(races().sql, discountId)
  })

  it('is seen by an apply that came before it was committed', async () => {
    const applied = async () => {
      const till = await races().newTill({ usesTotal: 1000 })
      const ctx = await officeOf(till)
      await races().authorize(till)
      const { answers, asked } = await whileHeld(
        // What a change writes last.
        (tx) => tx`lock table audit_events in share mode`,
        async () => {
          const asked = changeDiscount(ctx, { id: till.discountId, version: 1 }, limited({ usesTotal: '1' }))
          await untilWaiting(1)
          const answers = races().race([apply(till, 0, { reference: newReference() })])
          await untilWaiting(2)
          return { answers, asked }
        },
      )
      await asked
      expect(await granted(till)).toBe(1)
      await expectCountersMatchRows(races().sql, till.discountId)
      return tally(await answers)
    }
    // On a crowded machine the change can be later than a till waits for a lock, which is told "not now" (D12).
    let said = await applied()
    for (let again = 0; again < 10 && said['503 service_unavailable'] === 1; again++) said = await applied()
    expect(said).toEqual({ '404 discount_not_available': 1 })
  })
})
