import type { KeyObject } from 'node:crypto'
import type { OfficeDb, OfficeTx } from '@/db/office'
import {
  findAuditDay,
  findFirstAuditDay,
  findFirstEventAt,
  findLastAuditDay,
  insertAuditDay,
  listEventsWithin,
  lockAuditDays,
} from '@/db/queries/offices/audit-days'
import { operatorAuditPermission } from '@/lib/accounts/permissions'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { addDays, type LocalDay, localDayOf, startOfDay } from '@/lib/language/days'
import { type ChainedDay, chainDay, noDayBefore, signDay } from './trail-file'

type Reader = Pick<OperatorContext, 'db' | 'member'> & { readonly now: () => Date }

/** What was begun before midnight has been written by then. */
const settlingMs = 3_600_000

/** The days of the trail that are over; undefined while there is none. Throws `permission_missing`. */
export async function closedTrail({
  db,
  member,
  now,
}: Reader): Promise<{ first: LocalDay; last: LocalDay } | undefined> {
  requirePermission(member, operatorAuditPermission)
  const sealed = await findLastAuditDay(db)
  const first = await firstDay(db)
  if (first === undefined) return undefined
  const settled = addDays(localDayOf(new Date(now().getTime() - settlingMs)), -1)
  const last = sealed && sealed.day > settled ? sealed.day : settled
  return last < first ? undefined : { first, last }
}

/** The day with which the chain begins. */
async function firstDay(db: OfficeDb): Promise<LocalDay | undefined> {
  const sealed = await findFirstAuditDay(db)
  if (sealed) return sealed.day
  const at = await findFirstEventAt(db)
  return at === null ? undefined : localDayOf(at)
}

/**
 * The signed file of a day that is over. The days before it are sealed with it, so that what is exported later is held to what they
 * were. Throws `permission_missing`, and `not_found` for a day that is not over or was before the trail; an error when a day is not any
 * more what it was when it was sealed.
 */
export async function exportTrail(
  ctx: Reader & { readonly officeUrl: string; readonly auditKey: KeyObject },
  { day }: { readonly day: LocalDay },
): Promise<string> {
  const closed = await closedTrail(ctx)
  if (closed === undefined || day < closed.first || day > closed.last) throw new OfficeFault('not_found')
  const { db } = ctx
  const sealed = await findLastAuditDay(db)
  for (let next = sealed ? addDays(sealed.day, 1) : closed.first; next <= day; next = addDays(next, 1)) {
    await db.transaction((tx) => seal(tx, next))
  }
  const chained = await chainOf(db, day)
  const kept = await findAuditDay(db, day)
  if (kept?.last !== chained.last || kept.events !== chained.events) {
    throw new Error(`the trail of ${day} is not what it was when the day was sealed`)
  }
  return signDay(chained, ctx.officeUrl, ctx.auditKey)
}

async function seal(tx: OfficeTx, day: LocalDay): Promise<void> {
  await lockAuditDays(tx)
  if (await findAuditDay(tx, day)) return
  const { events, last } = await chainOf(tx, day)
  await insertAuditDay(tx, { day, events, last })
}

async function chainOf(db: OfficeDb | OfficeTx, day: LocalDay): Promise<ChainedDay> {
  const before = await findAuditDay(db, addDays(day, -1))
  const events = await listEventsWithin(db, { from: startOfDay(day), to: startOfDay(addDays(day, 1)) })
  return chainDay(day, before?.last ?? noDayBefore, events)
}
