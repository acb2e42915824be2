import type { OfficeDatabase } from '@/db/office'
import { openOfficeDatabase } from '@/db/office'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { createDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { contextOf, people } from '../fixtures/members'
import { type AtEnd, openForTests } from '../fixtures/open-for-tests'

/** How many people do the same at once, half of them at each of two processes’ pools. */
export const officeCallers = 50

/** For the tests of a file: two pools of the offices, as two processes have them, with a connection for everybody who races. */
export const startOfficeRaces = () => openForTests(openOfficeRaces)

async function openOfficeRaces(atEnd: AtEnd) {
  const database = await createDatabase()
  atEnd(database.drop)
  const { sql } = database
  const poolMax = officeCallers / 2
  // Racers wait for each other's locks, on a slow machine for longer than the offices let anybody wait.
  const patient = { statementTimeoutMs: 120_000, lockTimeoutMs: 120_000 }
  const offices: readonly OfficeDatabase[] = [0, 1].map(() =>
    openOfficeDatabase(database.databaseUrl, { poolMax, ...patient }),
  )
  atEnd(() => Promise.all(offices.map((office) => office.sql.end())))
  const make = factories(sql)

  /** Opens every connection, so that none of the racers waits for one. */
  const warm = () =>
    Promise.all(offices.flatMap((office) => Array.from({ length: poolMax }, () => office.sql`select pg_sleep(0.02)`)))

  return {
    databaseUrl: database.databaseUrl,
    sql,
    make,
    offices,
    /** A merchant with a member for each of so many racers, each at one of the two pools. */
    newTeam: async (count = officeCallers) => {
      const merchant = await make.merchant()
      // Two colleagues: who of them was first shows in what the others are told.
      const members = await Promise.all([0, 1].map(() => people(sql).newMember(merchant.id)))
      const contexts = Array.from({ length: count }, (_, n) => {
        const [office, member] = [offices[n % 2], members[n % 2]]
        if (!office || !member) throw new Error('there are two of each')
        return contextOf(office, merchant.id, member)
      })
      return { merchantId: merchant.id, contexts }
    },
    /** Runs all at once, and tells how many came to what: `done`, or the fault's code. Anything else is thrown. */
    race: async <T>(runs: readonly (() => Promise<T>)[]): Promise<{ tally: Record<string, number>; done: T[] }> => {
      await warm()
      const settled = await Promise.allSettled(runs.map((run) => run()))
      const tally: Record<string, number> = {}
      const done: T[] = []
      for (const one of settled) {
        if (one.status === 'fulfilled') done.push(one.value)
        else if (!(one.reason instanceof OfficeFault)) throw one.reason
        const kind = one.status === 'fulfilled' ? 'done' : one.reason.code
        tally[kind] = (tally[kind] ?? 0) + 1
      }
      return { tally, done }
    },
  }
}
