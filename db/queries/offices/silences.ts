import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { isThere } from '@/db/rows'
import { branches, merchants, terminalHours, terminals } from '@/db/schema'

/** What is read and written of tills that are silent in hours in which they always sell (ADR-0044). */

type Db = OfficeDb | OfficeTx

/** What a till is compared with, as `lib/terminals/silence.ts` says it. */
type Compared = {
  readonly at: Date
  readonly quietBefore: Date
  readonly inUseSince: Date
  readonly hours: readonly Date[]
}

const isLive = (merchantId: number) => and(eq(terminals.merchantId, merchantId), isNull(terminals.archivedAt))

/** Of the tills of a merchant that are quiet: their sales in the hours to compare with, by how many hours ago they are. */
export function listSoldHours(db: Db, merchantId: number, { at, quietBefore, inUseSince, hours }: Compared) {
  const ago = sql`mod((extract(epoch from ${at.toISOString()}::timestamptz - ${terminalHours.hour}) / 3600)::int, 168)`
  return db
    .select({
      terminalId: terminalHours.terminalId,
      ago: ago.mapWith(Number).as('ago'),
      weeks: sql`count(*)`.mapWith(Number),
      sales: sql`sum(${terminalHours.confirmed})`.mapWith(Number),
    })
    .from(terminalHours)
    .innerJoin(
      terminals,
      and(eq(terminals.merchantId, terminalHours.merchantId), eq(terminals.id, terminalHours.terminalId)),
    )
    .where(
      and(
        eq(terminalHours.merchantId, merchantId),
        inArray(terminalHours.hour, [...hours]),
        gt(terminalHours.confirmed, 0),
        isLive(merchantId),
        lt(terminals.lastCallAt, quietBefore),
        gt(terminals.lastCallAt, inUseSince),
      ),
    )
    .groupBy(terminalHours.terminalId, sql`ago`)
}

/** The tills of a merchant as their silence is judged: those that are not archived, by branch and name. */
export const listJudged = (db: Db, merchantId: number) =>
  db
    .select({
      id: terminals.id,
      terminal: terminals.terminal,
      name: terminals.name,
      branchId: terminals.branchId,
      branchName: branches.name,
      lastCallAt: terminals.lastCallAt,
      silenceToldAt: terminals.silenceToldAt,
      silenceMutedAt: terminals.silenceMutedAt,
    })
    .from(terminals)
    .leftJoin(branches, and(eq(branches.merchantId, terminals.merchantId), eq(branches.id, terminals.branchId)))
    .where(isLive(merchantId))
    .orderBy(asc(branches.name), asc(sql`lower(coalesce(${terminals.name}, ${terminals.terminal}))`), asc(terminals.id))

/** A silence begins with the last call, and is told once. */
const isUntold = or(isNull(terminals.silenceToldAt), lt(terminals.silenceToldAt, terminals.lastCallAt))

const isTellable = ({ quietBefore, inUseSince }: Compared) =>
  and(
    isNull(terminals.archivedAt),
    isNull(terminals.silenceMutedAt),
    ne(terminals.terminal, ''),
    lt(terminals.lastCallAt, quietBefore),
    gt(terminals.lastCallAt, inUseSince),
    isUntold,
  )

/** The merchants with a till that is quiet, was not told, and sold in the present hour a week ago. */
export const listMerchantsToJudge = (db: Db, compared: Compared) =>
  db
    .selectDistinct({ id: merchants.id, name: merchants.name })
    .from(terminals)
    .innerJoin(merchants, eq(merchants.id, terminals.merchantId))
    .innerJoin(
      terminalHours,
      and(
        eq(terminalHours.merchantId, terminals.merchantId),
        eq(terminalHours.terminalId, terminals.id),
        eq(terminalHours.hour, sql`${compared.at.toISOString()}::timestamptz - interval '168 hours'`),
        gt(terminalHours.confirmed, 0),
      ),
    )
    .where(isTellable(compared))
    .orderBy(asc(merchants.id))

/**
 * Takes those of the tills whose silence is still to be told, and marks it as told: of two processes that come at once one gets each.
 * Locked in the order in which the tills' processes write them.
 */
export async function claimSilences(
  tx: OfficeTx,
  merchantId: number,
  ids: readonly number[],
  compared: Compared,
): Promise<number[]> {
  const locked = await tx
    .select({ id: terminals.id })
    .from(terminals)
    .where(and(eq(terminals.merchantId, merchantId), inArray(terminals.id, [...ids]), isTellable(compared)))
    .orderBy(asc(terminals.id))
    .for('update')
  const taken = locked.map(({ id }) => id)
  const told = await tx
    .update(terminals)
    .set({ silenceToldAt: compared.at })
    .where(and(eq(terminals.merchantId, merchantId), inArray(terminals.id, taken)))
    .returning({ id: terminals.id })
  return told.map(({ id }) => id)
}

/** Has silences of a till told no more, or again. Says whether that is new. */
export async function muteSilences(tx: OfficeTx, merchantId: number, id: number, isMuted: boolean): Promise<boolean> {
  const changed = await tx
    .update(terminals)
    .set({ silenceMutedAt: isMuted ? sql`now()` : null })
    .where(
      and(
        eq(terminals.merchantId, merchantId),
        eq(terminals.id, id),
        isMuted ? isNull(terminals.silenceMutedAt) : isNotNull(terminals.silenceMutedAt),
      ),
    )
    .returning({ id: terminals.id })
  return isThere(changed)
}
