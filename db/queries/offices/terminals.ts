import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly } from '@/db/rows'
import { apiKeys, branches, oauthClients, terminalFleets, terminalHours, terminals } from '@/db/schema'

/** What the office reads of terminals. Written by the tills' processes: `tills/terminals.ts`. */

type Db = OfficeDb | OfficeTx

const hour = terminalHours.hour
const sumOf = (counted: ReturnType<typeof sql>, since: ReturnType<typeof sql>) =>
  sql`coalesce(sum(${counted}) filter (where ${hour} >= ${since}), 0)`.mapWith(Number)
const thisHour = sql`date_trunc('hour', now())`
const all = sql`${terminalHours.done} + ${terminalHours.refused} + ${terminalHours.denied} + ${terminalHours.limited} + ${terminalHours.failed}`
const hourBefore = sql`${thisHour} - interval '1 hour'`
const dayBefore = sql`${thisHour} - interval '23 hours'`

/** Of each terminal: calls of this hour and the one before, and sums of the last 24 hours. */
const recentOf = (db: Db, merchantId: number) =>
  db
    .select({
      terminalId: terminalHours.terminalId,
      recentCalls: sumOf(all, hourBefore).as('recent_calls'),
      recentDone: sumOf(sql`${terminalHours.done}`, hourBefore).as('recent_done'),
      ended: sumOf(sql`${terminalHours.ended}`, dayBefore).as('day_ended'),
      expired: sumOf(sql`${terminalHours.expired}`, dayBefore).as('day_expired'),
      clockSamples: sumOf(sql`${terminalHours.clockSamples}`, dayBefore).as('day_clock_samples'),
      clockSeconds: sql<number | null>`max(${terminalHours.clockSeconds})`.as('day_clock_seconds'),
    })
    .from(terminalHours)
    .where(and(eq(terminalHours.merchantId, merchantId), gte(hour, dayBefore)))
    .groupBy(terminalHours.terminalId)
    .as('recent')

function selectTerminals(db: Db, merchantId: number) {
  const recent = recentOf(db, merchantId)
  return db
    .select({
      id: terminals.id,
      terminal: terminals.terminal,
      fromAddress: terminals.fromAddress,
      fromAdapter: terminals.fromAdapter,
      name: terminals.name,
      note: terminals.note,
      branchId: terminals.branchId,
      branchName: branches.name,
      apiKeyId: terminals.apiKeyId,
      oauthClientId: terminals.oauthClientId,
      credentialName: sql<string | null>`coalesce(${apiKeys.name}, ${oauthClients.name})`,
      secretAt: terminals.secretAt,
      rotatedAt: oauthClients.rotatedAt,
      firstSeenAt: terminals.firstSeenAt,
      lastCallAt: terminals.lastCallAt,
      lastTokenAt: terminals.lastTokenAt,
      lastSaleAt: terminals.lastSaleAt,
      address: terminals.address,
      userAgent: terminals.userAgent,
      userAgentSince: terminals.userAgentSince,
      previousUserAgent: terminals.previousUserAgent,
      refusedAt: terminals.refusedAt,
      refusedReason: terminals.refusedReason,
      refusedOperation: terminals.refusedOperation,
      refusedAddress: terminals.refusedAddress,
      archivedAt: terminals.archivedAt,
      silenceMutedAt: terminals.silenceMutedAt,
      recentCalls: sql`coalesce(${recent.recentCalls}, 0)`.mapWith(Number),
      recentDone: sql`coalesce(${recent.recentDone}, 0)`.mapWith(Number),
      ended: sql`coalesce(${recent.ended}, 0)`.mapWith(Number),
      expired: sql`coalesce(${recent.expired}, 0)`.mapWith(Number),
      clockSamples: sql`coalesce(${recent.clockSamples}, 0)`.mapWith(Number),
      clockSeconds: recent.clockSeconds,
    })
    .from(terminals)
    .leftJoin(branches, and(eq(branches.merchantId, terminals.merchantId), eq(branches.id, terminals.branchId)))
    .leftJoin(apiKeys, and(eq(apiKeys.merchantId, terminals.merchantId), eq(apiKeys.id, terminals.apiKeyId)))
    .leftJoin(
      oauthClients,
      and(eq(oauthClients.merchantId, terminals.merchantId), eq(oauthClients.id, terminals.oauthClientId)),
    )
    .leftJoin(recent, eq(recent.terminalId, terminals.id))
}

/** The terminals of a merchant that are not archived, by their names. At most 2,000 (ADR-0037). */
export const listTerminals = (db: Db, merchantId: number) =>
  selectTerminals(db, merchantId)
    .where(and(eq(terminals.merchantId, merchantId), isNull(terminals.archivedAt)))
    .orderBy(asc(sql`lower(coalesce(${terminals.name}, ${terminals.terminal}))`), asc(terminals.id))

export type TerminalRecord = Awaited<ReturnType<typeof listTerminals>>[number]

/** One terminal of a merchant, archived or not. */
export async function findTerminal(db: Db, merchantId: number, id: number): Promise<TerminalRecord | undefined> {
  return atMostOne(
    await selectTerminals(db, merchantId).where(and(eq(terminals.merchantId, merchantId), eq(terminals.id, id))),
  )
}

/** What became of a terminal's calls, hour by hour, of the last so many hours, the present one among them. */
export const listTerminalHours = (db: Db, merchantId: number, terminalId: number, hours: number) =>
  db
    .select({
      hour,
      done: terminalHours.done,
      refused: terminalHours.refused,
      denied: terminalHours.denied,
      limited: terminalHours.limited,
      failed: terminalHours.failed,
      reserved: terminalHours.reserved,
      confirmed: terminalHours.confirmed,
      replayed: terminalHours.replayed,
    })
    .from(terminalHours)
    .where(
      and(
        eq(terminalHours.merchantId, merchantId),
        eq(terminalHours.terminalId, terminalId),
        gte(hour, sql`${thisHour} - ${hours - 1}::int * interval '1 hour'`),
      ),
    )
    .orderBy(asc(hour))

/** For how many terminals of a merchant there was no room, and when that was last. */
export async function findFleet(db: Db, merchantId: number) {
  const rows = await db
    .select({ notKeptTerminals: terminalFleets.notKeptTerminals, notKeptAt: terminalFleets.notKeptAt })
    .from(terminalFleets)
    .where(eq(terminalFleets.merchantId, merchantId))
  return atMostOne(rows)
}

/** What a merchant calls a terminal, and writes down of it. */
export async function describeTerminal(
  tx: OfficeTx,
  merchantId: number,
  id: number,
  described: { name: string | null; note: string | null },
): Promise<void> {
  const changed = await tx
    .update(terminals)
    .set(described)
    .where(and(eq(terminals.merchantId, merchantId), eq(terminals.id, id)))
    .returning({ id: terminals.id })
  theOnly(changed)
}
