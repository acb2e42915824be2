import { and, asc, count, desc, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
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
      mergedInto: terminals.mergedInto,
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

/** Most terminals that are offered as the former one of another. */
const formerOffered = 100

/**
 * The terminals of a merchant that may be what another was before: they name themselves, and had not called for an hour when that one
 * called last; the last heard first.
 */
export const listPossibleFormers = (db: Db, merchantId: number, id: number, lastCallAt: Date) =>
  db
    .select({ id: terminals.id, terminal: terminals.terminal, name: terminals.name, lastCallAt: terminals.lastCallAt })
    .from(terminals)
    .where(
      and(
        eq(terminals.merchantId, merchantId),
        isNull(terminals.archivedAt),
        ne(terminals.id, id),
        ne(terminals.terminal, ''),
        lt(terminals.lastCallAt, new Date(lastCallAt.getTime() - 3_600_000)),
      ),
    )
    .orderBy(desc(terminals.lastCallAt), desc(terminals.id))
    .limit(formerOffered)

/** The ids that a terminal had before: calls that bear one are counted as its own. */
export const listFormerNames = (db: Db, merchantId: number, id: number) =>
  db
    .select({ terminal: terminals.terminal })
    .from(terminals)
    .where(and(eq(terminals.merchantId, merchantId), eq(terminals.mergedInto, id)))
    .orderBy(asc(terminals.terminal))

/** Those of the terminals that are not archived and name themselves, locked in the order in which the tills' processes write them. */
export const lockTerminals = (tx: OfficeTx, merchantId: number, ids: readonly number[]) =>
  tx
    .select()
    .from(terminals)
    .where(
      and(
        eq(terminals.merchantId, merchantId),
        inArray(terminals.id, [...ids]),
        isNull(terminals.archivedAt),
        ne(terminals.terminal, ''),
      ),
    )
    .orderBy(asc(terminals.id))
    .for('update')

export type LockedTerminal = Awaited<ReturnType<typeof lockTerminals>>[number]

/** In how many hours, of those that are kept, both terminals called. */
export async function countSharedHours(db: Db, merchantId: number, one: number, other: number): Promise<number> {
  const beside = alias(terminalHours, 'beside')
  const called = (of: typeof terminalHours | typeof beside) =>
    sql`${of.done} + ${of.refused} + ${of.denied} + ${of.limited} + ${of.failed} > 0`
  const rows = await db
    .select({ hours: count() })
    .from(terminalHours)
    .innerJoin(
      beside,
      and(eq(beside.merchantId, merchantId), eq(beside.terminalId, other), eq(beside.hour, terminalHours.hour)),
    )
    .where(
      and(
        eq(terminalHours.merchantId, merchantId),
        eq(terminalHours.terminalId, one),
        called(terminalHours),
        called(beside),
      ),
    )
  return theOnly(rows).hours
}

/**
 * Makes one locked terminal the former name of another: its counts are added, its own former names are the other's, and the other's facts
 * are `merged`.
 */
export async function mergeTerminals(
  tx: OfficeTx,
  merchantId: number,
  { into, former, merged }: { into: number; former: number; merged: Partial<LockedTerminal> },
): Promise<void> {
  const one = (id: number) => and(eq(terminals.merchantId, merchantId), eq(terminals.id, id))
  const past = { archivedAt: sql`now()`, mergedInto: into, name: null, note: null, silenceMutedAt: null }
  theOnly(await tx.update(terminals).set(past).where(one(former)).returning({ id: terminals.id }))
  theOnly(await tx.update(terminals).set(merged).where(one(into)).returning({ id: terminals.id }))
  await tx
    .update(terminals)
    .set({ mergedInto: into })
    .where(and(eq(terminals.merchantId, merchantId), eq(terminals.mergedInto, former)))
  await tx.execute(sql`
    insert into terminal_hours (merchant_id, terminal_id, hour, done, refused, denied, limited, failed, reserved, confirmed, replayed, ended, expired, clock_samples, clock_seconds)
    select merchant_id, ${into}, hour, done, refused, denied, limited, failed, reserved, confirmed, replayed, ended, expired, clock_samples, clock_seconds
    from terminal_hours where merchant_id = ${merchantId} and terminal_id = ${former}
    on conflict (merchant_id, terminal_id, hour) do update set
      done = terminal_hours.done + excluded.done,
      refused = terminal_hours.refused + excluded.refused,
      denied = terminal_hours.denied + excluded.denied,
      limited = terminal_hours.limited + excluded.limited,
      failed = terminal_hours.failed + excluded.failed,
      reserved = terminal_hours.reserved + excluded.reserved,
      confirmed = terminal_hours.confirmed + excluded.confirmed,
      replayed = terminal_hours.replayed + excluded.replayed,
      ended = terminal_hours.ended + excluded.ended,
      expired = terminal_hours.expired + excluded.expired,
      clock_samples = terminal_hours.clock_samples + excluded.clock_samples,
      clock_seconds = greatest(terminal_hours.clock_seconds, excluded.clock_seconds)`)
  await tx
    .delete(terminalHours)
    .where(and(eq(terminalHours.merchantId, merchantId), eq(terminalHours.terminalId, former)))
}
