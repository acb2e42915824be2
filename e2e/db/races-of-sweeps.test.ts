import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '@/db/client'
import { Database } from '@/db/database'
import { Gate } from '@/db/gate'
import { sweepOverdueAuthorizations } from '@/db/queries/sweep'
import { tally } from '../fixtures/barrier'
import { newReference, type Person } from '../fixtures/factories'
import { apply, callers, calls, openRaceTrack, type RaceTrack, rounds, type Till } from './race-track'

/** D12, D35, D43: the sweeper tidies while the tills work, in every process, and no till ever waits for it in vain. */

let track: RaceTrack
let sweeping: Database

beforeAll(async () => {
  track = await openRaceTrack()
  sweeping = new Database(
    connect(track.databaseUrl, { poolMax: 4, applicationName: 'test sweeper' }),
    new Gate({ size: 4, waitMsMax: 1_000, queueMax: 10 }),
  )
})

afterAll(async () => {
  await sweeping?.sql.end({ timeout: 5 })
  await track?.close()
})

/** A till with fifty collaborators and an overdue reservation of each, seven times over; nobody has marked one yet. */
async function tillWithOverdue(limits: Parameters<RaceTrack['newTill']>[0]) {
  const till = await track.newTill(limits)
  const people: Person[] = [till.person]
  while (people.length < callers) people.push(await track.make.person(till.company.id))
  const applies = () =>
    calls((n) => apply(till, n, { reference: newReference(), person: people[(n * 7) % callers] ?? till.person }))
  for (let time = 0; time < 7; time++) expect(tally(await track.race(applies()))).toEqual({ '201': callers })
  await track.sql`
    update authorizations set expires_at = authorized_at + interval '1 microsecond'
    where merchant_id = ${till.merchant.id}`
  return { till, applies }
}

const sweepUntilTidy = async (): Promise<void> => {
  while ((await sweepOverdueAuthorizations(sweeping)) > 0);
}

/** What was marked, and whether the counters still agree with the rows is for the track to say when it closes. */
const overdueOf = async (till: Till) => {
  const [row] = await track.sql`
    select count(*)::int as rows from authorizations
    where merchant_id = ${till.merchant.id} and status = 'Authorized' and expires_at <= now()`
  return row?.rows
}

const limited = {
  'uses and budget': { usesTotal: 5_000, budget: '5000000.00' },
  'uses per day': { usesPerCollaboratorPerDay: 50 },
  'uses, budget and uses per day': { usesTotal: 5_000, budget: '5000000.00', usesPerCollaboratorPerDay: 50 },
} as const

describe.each(Object.entries(limited))('under a limit on %s', (_, limits) => {
  it.each(rounds)('fifty applies all work while three sweepers give back what expired, round %i', async () => {
    const { till, applies } = await tillWithOverdue(limits)
    let swept: Promise<unknown> = Promise.resolve()
    const answers = await track.race(applies(), () => {
      swept = Promise.all([sweepUntilTidy(), sweepUntilTidy(), sweepUntilTidy()])
    })
    await swept
    expect(tally(answers)).toEqual({ '201': callers })
    expect(await overdueOf(till)).toBe(0)
  })
})

describe('a sweep that waits for a discount', () => {
  it('holds nothing that an apply needs meanwhile (D43)', async () => {
    const { till, applies } = await tillWithOverdue(limited['uses, budget and uses per day'])
    const waiting = async (name: string) => {
      const [row] = await track.sql<{ statements: number }[]>`
        select count(*)::int as statements from pg_stat_activity
        where datname = current_database() and application_name = ${name} and wait_event_type = 'Lock'`
      return row?.statements
    }
    const [answers, swept] = await track.sql
      .begin(async (holder) => {
        await holder`select from discount_usage where discount_id = ${till.discountId} for update`
        const swept = sweepOverdueAuthorizations(sweeping)
        await expect.poll(() => waiting('test sweeper'), { interval: 1 }).toBe(1)
        const answers = track.race(applies().slice(0, 16))
        await expect.poll(() => waiting('aliado api'), { interval: 1 }).toBe(16)
        return [answers, swept] as const
      })
      .then(async ([answers, swept]) => [tally(await answers), await swept] as const)
    expect(answers).toEqual({ '201': 16 })
    expect(swept).toBe(7 * callers)
  })
})
