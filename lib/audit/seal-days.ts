import type { KeyObject } from 'node:crypto'
import type { OfficeDb, OfficeTx } from '@/db/office'
import {
  findAuditDay,
  findFirstAuditDay,
  findFirstEventAt,
  findIdsWithin,
  findLastAuditDay,
  insertAuditDay,
  listEventsWithin,
  lockAuditDays,
} from '@/db/queries/offices/audit-days'
import { readBatches } from '@/lib/files/read-batches'
import { addDays, type LocalDay, localDayOf, startOfDay } from '@/lib/language/days'
import { beginDay, type ChainedDay, chainOn, noDayBefore, signSeal } from './trail-file'

/** What was begun before midnight has been written by then. */
const settlingMs = 3_600_000

/** Events of one query: between two of them a process answers others. */
const batchSize = 500

export type ClosedDays = {
  readonly first: LocalDay
  readonly last: LocalDay
  /** The last one that is sealed. */
  readonly sealed: LocalDay | undefined
}

/** The days of the trail that are over; undefined while there is none. */
export async function findClosedDays(db: OfficeDb, now: Date): Promise<ClosedDays | undefined> {
  const sealed = (await findLastAuditDay(db))?.day
  const first = await firstDay(db)
  if (first === undefined) return undefined
  const settled = addDays(localDayOf(new Date(now.getTime() - settlingMs)), -1)
  const last = sealed !== undefined && sealed > settled ? sealed : settled
  return last < first ? undefined : { first, last, sealed }
}

/** The day with which the chain begins. */
async function firstDay(db: OfficeDb): Promise<LocalDay | undefined> {
  const sealed = await findFirstAuditDay(db)
  if (sealed) return sealed.day
  const at = await findFirstEventAt(db)
  return at === null ? undefined : localDayOf(at)
}

type Sealer = { readonly db: OfficeDb; readonly now: () => Date; readonly auditKey: KeyObject }

/**
 * Seals the first day that is over and not sealed, one without events too, and returns it; undefined where all are. Each day is kept
 * whole or not at all, and once, however many processes run this.
 */
export async function sealNextDay({ db, now, auditKey }: Sealer): Promise<LocalDay | undefined> {
  const closed = await findClosedDays(db, now())
  if (closed === undefined) return undefined
  const next = closed.sealed === undefined ? closed.first : addDays(closed.sealed, 1)
  if (next > closed.last) return undefined
  await db.transaction((tx) => seal(tx, next, auditKey))
  return next
}

async function seal(tx: OfficeTx, day: LocalDay, key: KeyObject): Promise<void> {
  await lockAuditDays(tx)
  if (await findAuditDay(tx, day)) return
  const before = await findAuditDay(tx, addDays(day, -1))
  const { events, last } = await chainRows(tx, day, before?.last)
  await insertAuditDay(tx, { day, events, last, signature: signSeal({ day, events, last }, key) })
}

/**
 * The chain of what the rows of a day are now, after the last hash of the day before. Each line is told as it is found, and none is
 * kept.
 */
export async function chainRows(
  db: OfficeDb | OfficeTx,
  day: LocalDay,
  previous: string = noDayBefore,
  tell: (lines: readonly string[]) => void = () => undefined,
): Promise<Omit<ChainedDay, 'lines'>> {
  let chained = beginDay(day, previous)
  tell(chained.lines)
  const span = { from: startOfDay(day), to: startOfDay(addDays(day, 1)) }
  const { first, last } = await findIdsWithin(db, span)
  if (first === null || last === null) return chained
  const read = (before: { readonly id: number } | undefined, limit: number) =>
    listEventsWithin(db, { ...span, after: before?.id ?? first - 1, last, limit })
  for await (const events of readBatches(read, (event) => event, batchSize)) {
    chained = chainOn(chained, events)
    tell(chained.lines)
  }
  return chained
}
