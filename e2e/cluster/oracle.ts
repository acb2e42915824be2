import type { Sql } from '@/db/client'
import { brokenInvariants } from '@/db/invariants'
import { equal, recordsByKey } from '../faults/history'
import type { Entry, OpenLoop } from './open-loop'

/** What a round came to. Everything from `lost` on must be none. */
export type Verdict = {
  readonly writes: number
  readonly answered: number
  /** Whose client gave up without an answer. */
  readonly unknown: number
  /** Of these, how many had been done all the same. */
  readonly doneUnseen: number
  /** Sent once more with their key, and answered. */
  readonly replayed: number
  /** A 201 that a till has read, and no record of it. */
  readonly lost: number
  /** Records that no key names, or more than one of a purchase. */
  readonly doubled: number
  /** A 201 whose bytes are not those of its replay, or not what the record says. */
  readonly changed: number
  /** Unknown to the end, or refused. */
  readonly unsettled: number
  readonly invariants: readonly string[]
}

const atOnce = 16
/** For all together: a door that refuses to the end must not take this for each of them. */
const settleMsMax = 180_000

/**
 * Holds what the tills have read against the database, after everything is well again: each unknown is sent with its key until it is
 * answered, each 201 is asked for again and compared by its bytes, and both with the rows (D44, trust.md A7).
 */
export async function judge(
  sql: Sql,
  merchantId: number,
  load: OpenLoop,
): Promise<Verdict & { readonly lostEntries: readonly Entry[] }> {
  const { entries } = load
  await sql`analyze`
  const before = await recordsByKey(sql, merchantId)
  const seen = entries.filter(({ answers }) => answers.length > 0)
  const lost = seen.filter(({ key }) => !before.has(key))
  const unknown = entries.filter(({ outcome }) => outcome === 'unknown')
  const doneUnseen = unknown.filter(({ key }) => before.has(key)).length

  // A replay of what was lost would do it anew, and hide the loss from the counts below.
  const kept = entries.filter((entry) => !lost.includes(entry))
  const until = performance.now() + settleMsMax
  await eachOf(kept, (entry) => load.again(entry, until))
  const after = await recordsByKey(sql, merchantId)
  const isChanged = ({ key, answers }: Entry) =>
    new Set(answers.map(({ text }) => text)).size > 1 ||
    answers.some(({ text }) => !equal(JSON.parse(text) as Record<string, unknown>, after.get(key)))
  return {
    writes: entries.length,
    answered: seen.length,
    unknown: unknown.length,
    doneUnseen,
    replayed: kept.filter(({ outcome }) => outcome === 'answered').length,
    lost: lost.length,
    lostEntries: lost,
    doubled: await countDoubled(sql, merchantId, entries),
    changed: kept.filter(isChanged).length,
    unsettled: kept.filter(({ outcome }) => outcome !== 'answered').length,
    invariants: Object.keys(await brokenInvariants(sql)),
  }
}

async function countDoubled(sql: Sql, merchantId: number, entries: readonly Entry[]): Promise<number> {
  const keys = entries.map(({ key }) => key)
  const [row] = await sql<{ doubled: number }[]>`
    select (
      (select count(*) from idempotency_keys where merchant_id = ${merchantId} and key::text <> all(${keys}::text[]))
      + (select coalesce(sum(n - 1), 0) from (
          select count(*) as n from authorizations where merchant_id = ${merchantId} group by reference) a)
      + (select coalesce(sum(n - 1), 0) from (
          select count(*) as n from consumptions where merchant_id = ${merchantId} group by authorization_id) c)
    )::int as doubled`
  return row?.doubled ?? Number.NaN
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
    }),
  )
}
