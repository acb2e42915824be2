import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '@/db/office'
import { moveDiscount } from '@/lib/discounts/move-discount'
import { changeDiscount } from '@/lib/discounts/save-discount'
import { expectCountersMatchRows } from '../api/usage'
import { tally } from '../fixtures/barrier'
import { draftOf } from '../fixtures/discount-forms'
import { newReference } from '../fixtures/factories'
import { contextOf, people } from '../fixtures/members'
import { apply, callers, calls, openRaceTrack, type RaceTrack, type Till } from './race-track'

/** D43, D57: what a merchant changes in the office while fifty tills apply. */

let track: RaceTrack
let office: Office

beforeAll(async () => {
  track = await openRaceTrack()
  office = openOffice(track.databaseUrl, { poolMax: 4 })
  await office.sql`select 1`
})

afterAll(async () => {
  await office?.sql.end()
  await track?.close({ limitsWereLowered: true })
})

const rounds = Array.from({ length: 6 }, (_, round) => round)

async function officeOf(till: Till) {
  const member = await people(track.sql).newMember(till.merchant.id)
  return contextOf(office, till.merchant.id, member)
}

const fifty = (till: Till) => calls((n) => apply(till, n, { reference: newReference() }))

const granted = async (till: Till): Promise<number> =>
  Number((await track.sql`select count(*) from authorizations where discount_id = ${till.discountId}`)[0]?.count)

/** Nothing but a reservation or "not available": no 500, and no 503 as a deadlock or a wait too long would be. */
function expectOnly(answers: Awaited<ReturnType<RaceTrack['race']>>) {
  const { '201': reserved = 0, '404 discount_not_available': refused = 0, ...others } = tally(answers)
  expect(others).toEqual({})
  expect(reserved + refused).toBe(callers)
  return reserved
}

/** A change of the merchant in the same turn as the tills' calls; tells how many there were once it was done. */
async function raceWith(till: Till, change: () => Promise<unknown>) {
  let done: Promise<number> | undefined
  const answers = await track.race(fifty(till), () => {
    done = change().then(() => granted(till))
  })
  const atCommit = await done
  if (atCommit === undefined) throw new Error('the change was not made')
  return { reserved: expectOnly(answers), atCommit }
}

/** A form that says what the shop's discount is, with those limits. */
const limited = (limits: Parameters<typeof draftOf>[0]) =>
  draftOf({ name: '10 %', description: 'Diez por ciento', validFrom: '2020-01-01', ...limits })

describe('while fifty tills apply', () => {
  it.each(rounds)('a lowered limit on uses is never passed once it stands, round %i', async (round) => {
    const till = await track.newTill({ usesTotal: 1000 })
    const ctx = await officeOf(till)
    const limit = 5 + 4 * round
    const { atCommit } = await raceWith(till, () =>
      changeDiscount(ctx, { id: till.discountId, version: 1 }, limited({ usesTotal: String(limit) })),
    )
    // Those granted before may be more than the new limit allows; none comes after that passes it.
    expect(await granted(till)).toBeLessThanOrEqual(Math.max(limit, atCommit))
    expect(expectOnly(await track.race(fifty(till)))).toBe(0)
    await expectCountersMatchRows(track.sql, till.discountId)
  })

  it.each(rounds)('a first limit on a discount without any counts those under way, round %i', async (round) => {
    const till = await track.newTill()
    const ctx = await officeOf(till)
    const limit = 5 + 4 * round
    const { atCommit } = await raceWith(till, () =>
      changeDiscount(
        ctx,
        { id: till.discountId, version: 1 },
        limited({ usesTotal: String(limit), budget: '100000', usesPerCollaboratorPerDay: '1000' }),
      ),
    )
    expect(await granted(till)).toBeLessThanOrEqual(Math.max(limit, atCommit))
    expect(expectOnly(await track.race(fifty(till)))).toBe(0)
    await expectCountersMatchRows(track.sql, till.discountId)
  })

  it.each(rounds)('a limit that is taken away frees all, and loses no count, round %i', async () => {
    const till = await track.newTill({ usesTotal: 10, budget: '100000', usesPerCollaboratorPerDay: 10 })
    const ctx = await officeOf(till)
    await raceWith(till, () => changeDiscount(ctx, { id: till.discountId, version: 1 }, limited({})))
    expect(expectOnly(await track.race(fifty(till)))).toBe(callers)
    await expectCountersMatchRows(track.sql, till.discountId)
  })

  it.each(rounds)('a pause is seen by the next apply of every process (D57), round %i', async () => {
    const till = await track.newTill({ usesTotal: 1000 })
    const ctx = await officeOf(till)
    const seen = { id: till.discountId, version: 1 }
    await raceWith(till, () => moveDiscount(ctx, 'pause', seen))
    expect(expectOnly(await track.race(fifty(till)))).toBe(0)
    await moveDiscount(ctx, 'publish', { ...seen, version: 2 })
    expect(expectOnly(await track.race(fifty(till)))).toBe(callers)
    await expectCountersMatchRows(track.sql, till.discountId)
  })

  it('of twenty members who move or change at once each is done whole or refused', async () => {
    const till = await track.newTill({ usesTotal: 1000 })
    const ctx = await officeOf(till)
    const seen = { id: till.discountId, version: 1 }
    let settled: Promise<PromiseSettledResult<unknown>[]> | undefined
    const answers = await track.race(fifty(till), () => {
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
    const [row] = await track.sql`select version, status from discounts where id = ${till.discountId}`
    expect(row).toEqual({ version: 1 + kinds.filter((kind) => kind === 'done').length, status: 'paused' })
  })
})
