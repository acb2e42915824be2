import { expect, it } from 'vitest'
import { closeDay } from '@/lib/closing/close-day'
import { listClosed, showClosed } from '@/lib/closing/list-closings'
import { addDays, localDayOf } from '@/lib/language/days'
import { tally } from '../fixtures/barrier'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { callers, calls, consume, rounds, startTillRaces } from './till-races'

/** A day is closed while fifty tills confirm (P-28). */

const races = startTillRaces()

it.each(rounds)(
  'every consumption confirmed while its day is closed is in that closing or in the next, never in both, round %i',
  async (round) => {
    const { databaseUrl, sql } = races()
    const office = openTestOffice(databaseUrl)
    const till = await races().newTill()
    const ctx = contextOf(office, till.merchant.id, await people(sql).newMember(till.merchant.id))
    const close = (day: string, now: Date) =>
      closeDay(ctx, { day, branch: 'none', references: [], reasons: [], notes: [] }, now)
    const authorized = await races().authorizeMany(till, callers)
    // The connection of the closing is open before the race.
    await office.sql`select 1`
    const now = new Date()
    const today = localDayOf(now)
    let closing: ReturnType<typeof closeDay> | undefined
    // From round to round the closing begins later among the calls.
    const begin = () => {
      setTimeout(() => {
        closing = close(today, now)
      }, 2 * round)
    }
    const answers = await races().race(
      calls((n) => consume(till, n, authorized[n] ?? { authorizationCode: '', reference: '' })),
      begin,
    )
    expect(tally(answers)).toEqual({ '201': callers })
    while (closing === undefined) await new Promise((resolve) => setTimeout(resolve, 1))
    const first = await closing
    const second = await close(addDays(today, 1), new Date(now.getTime() + 86_400_000))

    const referencesOf = async ({ id }: { id: number }, late: boolean) =>
      (await listClosed(ctx, id, { late, limit: 100 })).map(({ reference }) => reference)
    const inFirst = await referencesOf(first, false)
    const lateInSecond = await referencesOf(second, true)
    const all = [...inFirst, ...lateInSecond, ...(await referencesOf(second, false))]
    expect(all.toSorted()).toEqual(authorized.map(({ reference }) => reference).toSorted())
    const { closed, since } = await showClosed(ctx, first.id)
    expect(closed.consumed.count).toBe(inFirst.length)
    expect(since.map(({ reference }) => reference).toSorted()).toEqual(lateInSecond.toSorted())
    await office.sql.end()
  },
)
