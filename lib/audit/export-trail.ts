import type { KeyObject } from 'node:crypto'
import { findAuditDay } from '@/db/queries/offices/audit-days'
import { operatorAuditPermission } from '@/lib/accounts/permissions'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { addDays, type LocalDay } from '@/lib/language/days'
import { type ClosedDays, chainRows, findClosedDays, sealNextDay } from './seal-days'
import { signDay } from './trail-file'

type Reader = Pick<OperatorContext, 'db' | 'member'> & { readonly now: () => Date }

/** The days of the trail that are over, and up to which they are sealed; undefined while there is none. Throws `permission_missing`. */
export async function closedTrail({ db, member, now }: Reader): Promise<ClosedDays | undefined> {
  requirePermission(member, operatorAuditPermission)
  return findClosedDays(db, now())
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
  let { sealed } = closed
  while (sealed === undefined || sealed < day) {
    sealed = await sealNextDay(ctx)
    if (sealed === undefined) break
  }
  const before = await findAuditDay(db, addDays(day, -1))
  const lines: string[] = []
  const chained = await chainRows(db, day, before?.last, (more) => {
    for (const line of more) lines.push(line)
  })
  const kept = await findAuditDay(db, day)
  if (kept?.last !== chained.last || kept.events !== chained.events) {
    throw new Error(`the trail of ${day} is not what it was when the day was sealed`)
  }
  return signDay({ ...chained, lines }, ctx.officeUrl, ctx.auditKey)
}
