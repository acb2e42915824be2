import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, whole } from '@/db/rows'
import { apiKeys, apiRequests, authorizations, branches, consumptions, oauthClients } from '@/db/schema'
import type { CredentialReference } from '@/lib/credentials/reference'
import type { CursorRange } from '@/lib/kernel/cursor'
import { momentsOf } from '@/lib/kernel/request-id'

/** What the office reads of a merchant's calls. Written by the tills' processes: `tills/api-requests.ts`. */

/** A place in the list: the id of a call, and when it came. */
export type RequestPlace = { readonly id: string; readonly at: Date }

export type RequestSelection = CursorRange<RequestPlace> & {
  /** The first instant, and the one after the last; undefined where it is open. */
  readonly from: Date | undefined
  readonly to: Date | undefined
  readonly operation: string | undefined
  /** The lowest and the highest. */
  readonly statuses: readonly [number, number] | undefined
  readonly code: string | undefined
  readonly credential: { readonly kind: 'api_key' | 'oauth_client'; readonly id: number } | undefined
  /** A reference or a request id, whole. */
  readonly search: string | undefined
  readonly limit: number
  readonly oldestFirst?: boolean | undefined
  /** As far as that call and no further, in the order in which they are read. */
  readonly until?: RequestPlace | undefined
  /** Of the calls of each reference, the last alone; none without a reference. */
  readonly lastOfReference?: boolean | undefined
}

/** The table, or another name of it. */
type Requests = Readonly<
  Record<'merchantId' | 'occurredAt' | 'status' | 'reference' | 'requestId' | 'requestIdTellsMoment', AnyColumn>
>

/** Calls are shown for that long; a day is dropped when all of its calls are older (ADR-0016). */
const isKept = (table: Requests) => sql`${table.occurredAt} > now() - interval '30 days'`

/** What a call was and what came of it. */
const ofCall = {
  id: apiRequests.id,
  occurredAt: apiRequests.occurredAt,
  operation: apiRequests.operation,
  status: apiRequests.status,
  code: apiRequests.code,
  replayed: apiRequests.replayed,
  durationMs: apiRequests.durationMs,
}

const listed = {
  ...ofCall,
  requestId: apiRequests.requestId,
  reference: apiRequests.reference,
  apiKeyId: apiRequests.apiKeyId,
  oauthClientId: apiRequests.oauthClientId,
  credentialName: sql<string | null>`coalesce(${apiKeys.name}, ${oauthClients.name})`,
}

/** The separate bound on the time is for the partitions by day: PostgreSQL leaves out those that cannot hold any such call. */
const olderThan = ({ id, at }: RequestPlace): SQL | undefined =>
  and(
    lte(apiRequests.occurredAt, at),
    sql`(${apiRequests.occurredAt}, ${apiRequests.id}) < (${at.toISOString()}::timestamptz, ${id}::uuid)`,
  )

const newerThan = ({ id, at }: RequestPlace): SQL | undefined =>
  and(
    gte(apiRequests.occurredAt, at),
    sql`(${apiRequests.occurredAt}, ${apiRequests.id}) > (${at.toISOString()}::timestamptz, ${id}::uuid)`,
  )

const asFarAs = ({ id, at }: RequestPlace, rises: boolean): SQL | undefined => {
  const row = sql`(${apiRequests.occurredAt}, ${apiRequests.id})`
  const place = sql`(${at.toISOString()}::timestamptz, ${id}::uuid)`
  return rises
    ? and(lte(apiRequests.occurredAt, at), sql`${row} <= ${place}`)
    : and(gte(apiRequests.occurredAt, at), sql`${row} >= ${place}`)
}

/** A merchant's calls, newest first or oldest first; with a place, the calls next to it, in the same order. */
export async function listRequests(db: OfficeDb | OfficeTx, merchantId: number, selection: RequestSelection) {
  const { limit, oldestFirst = false } = selection
  const rises = isRising(selection)
  const rows = await requestsQuery(db, merchantId, selection)
    .orderBy(...orderOf(rises))
    .limit(limit)
  return rises === oldestFirst ? rows : rows.reverse()
}

type Turned = Pick<RequestSelection, 'before' | 'after' | 'oldestFirst'>

/** Whether a page is read towards the newer calls. */
const isRising = ({ before, after, oldestFirst = false }: Turned) =>
  after !== undefined || (oldestFirst && before === undefined)

const orderOf = (rises: boolean) =>
  rises ? [asc(apiRequests.occurredAt), asc(apiRequests.id)] : [desc(apiRequests.occurredAt), desc(apiRequests.id)]

/**
 * The call that is so many calls away from where a page begins, in the order in which it is read, whatever of them is selected; undefined
 * where there are fewer.
 */
export async function findCallAway(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  selection: Omit<RequestSelection, 'limit'>,
  calls: number,
): Promise<RequestPlace | undefined> {
  const { before, after } = selection
  const rows = await db
    .select({ id: apiRequests.id, at: apiRequests.occurredAt })
    .from(apiRequests)
    .where(
      and(
        byIndex(apiRequests, merchantId, selection),
        before === undefined ? undefined : olderThan(before),
        after === undefined ? undefined : newerThan(after),
      ),
    )
    .orderBy(...orderOf(isRising(selection)))
    .offset(calls - 1)
    .limit(1)
  return atMostOne(rows)
}

function requestsQuery(db: OfficeDb | OfficeTx, merchantId: number, selection: RequestSelection) {
  const { before, after, until } = selection
  return db
    .select(listed)
    .from(apiRequests)
    .leftJoin(apiKeys, and(eq(apiKeys.merchantId, apiRequests.merchantId), eq(apiKeys.id, apiRequests.apiKeyId)))
    .leftJoin(
      oauthClients,
      and(eq(oauthClients.merchantId, apiRequests.merchantId), eq(oauthClients.id, apiRequests.oauthClientId)),
    )
    .where(
      and(
        byIndex(apiRequests, merchantId, selection),
        narrowed(apiRequests, selection),
        selection.lastOfReference ? isLastOfReference(db, merchantId, selection) : undefined,
        before === undefined ? undefined : olderThan(before),
        after === undefined ? undefined : newerThan(after),
        until === undefined ? undefined : asFarAs(until, isRising(selection)),
      ),
    )
}

/**
 * From where the last calls of a credential came, at most so many calls of the last 30 days, of those that knew the secret: most calls
 * first. A call that was refused because of its address is among them.
 */
export async function listOrigins(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  { kind, id }: { readonly kind: 'api_key' | 'oauth_client'; readonly id: number },
  callsMax: number,
): Promise<{ address: string; calls: number }[]> {
  const reason = sql`${apiRequests.details}->>'reason'`
  const last = db
    .select({ address: apiRequests.address })
    .from(apiRequests)
    .where(
      and(
        eq(apiRequests.merchantId, merchantId),
        eq(kind === 'api_key' ? apiRequests.apiKeyId : apiRequests.oauthClientId, id),
        isKept(apiRequests),
        isNotNull(apiRequests.address),
        or(notInArray(apiRequests.status, [401]), eq(reason, 'address_not_allowed')),
      ),
    )
    .orderBy(desc(apiRequests.occurredAt), desc(apiRequests.id))
    .limit(callsMax)
    .as('last')
  const calls = sql`count(*)`.mapWith(Number)
  return db
    .select({ address: sql<string>`${last.address}`, calls })
    .from(last)
    .groupBy(last.address)
    .orderBy(desc(calls), last.address)
}

const nothingAsked = {
  ...{ from: undefined, to: undefined, operation: undefined, statuses: undefined, code: undefined },
  ...{ credential: undefined, search: undefined },
}

/** The newest calls of a credential, with what the test environment staged for them. */
export function listLastCalls(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  credential: NonNullable<RequestSelection['credential']>,
  limit: number,
) {
  const asked = { ...nothingAsked, credential }
  return db
    .select({
      ...ofCall,
      staged: sql<string | null>`${apiRequests.details}->>'staged'`,
      isCut: sql<boolean>`${apiRequests.details}->>'cut' is not null`,
    })
    .from(apiRequests)
    .where(and(byIndex(apiRequests, merchantId, asked), narrowed(apiRequests, asked)))
    .orderBy(desc(apiRequests.occurredAt), desc(apiRequests.id))
    .limit(limit)
}

type RequestNarrowing = Omit<
  RequestSelection,
  keyof CursorRange | 'limit' | 'oldestFirst' | 'until' | 'lastOfReference'
>

/** What an index finds of a selection. */
const byIndex = (table: Requests, merchantId: number, { from, to, statuses, code, search }: RequestNarrowing) =>
  and(
    eq(table.merchantId, merchantId),
    isKept(table),
    from === undefined ? undefined : gte(table.occurredAt, from),
    to === undefined ? undefined : lt(table.occurredAt, to),
    // A literal 400, as in the partial index. Every call with a code is one that failed.
    code !== undefined || (statuses !== undefined && statuses[0] >= 400) ? sql`${table.status} >= 400` : undefined,
    search === undefined ? undefined : or(eq(table.reference, search), ...byRequestId(table, search)),
  )

/** By the index of the ids that callers send; one that names its moment, among the calls of that moment too. */
function byRequestId(table: Requests, requestId: string): (SQL | undefined)[] {
  const moments = momentsOf(requestId)
  const isIt = eq(table.requestId, requestId)
  return [
    and(isIt, sql`${table.requestIdTellsMoment} is not true`),
    moments && and(isIt, gte(table.occurredAt, moments.from), lte(table.occurredAt, moments.to)),
  ]
}

const other = alias(apiRequests, 'other')

/**
 * Asked row by row as the list is read, by the index of references and on the days from the row's on: grouping every call of a merchant
 * would read them all.
 */
const isLastOfReference = (db: OfficeDb | OfficeTx, merchantId: number, selection: RequestNarrowing) =>
  and(
    isNotNull(apiRequests.reference),
    notExists(
      db
        .select({ id: other.id })
        .from(other)
        .where(
          and(
            byIndex(other, merchantId, selection),
            narrowed(other, selection),
            eq(other.reference, apiRequests.reference),
            gte(other.occurredAt, apiRequests.occurredAt),
            sql`(${other.occurredAt}, ${other.id}) > (${apiRequests.occurredAt}, ${apiRequests.id})`,
          ),
        ),
    ),
  )

/** How many calls of a selection each of those references has, and how many of them failed. */
export const countByReference = (
  db: OfficeDb | OfficeTx,
  merchantId: number,
  selection: RequestNarrowing,
  references: readonly string[],
) =>
  db
    .select({
      reference: sql<string>`${apiRequests.reference}`,
      calls: count(),
      failed: sql`count(*) filter (where ${apiRequests.status} >= 400)`.mapWith(Number),
    })
    .from(apiRequests)
    .where(
      and(
        byIndex(apiRequests, merchantId, selection),
        narrowed(apiRequests, selection),
        inArray(apiRequests.reference, [...references]),
      ),
    )
    .groupBy(apiRequests.reference)

const narrowing = {
  operation: apiRequests.operation,
  status: apiRequests.status,
  code: apiRequests.code,
  apiKeyId: apiRequests.apiKeyId,
  oauthClientId: apiRequests.oauthClientId,
}

/** The rest of it, which each row says. */
const narrowed = (
  columns: Readonly<Record<keyof typeof narrowing, AnyColumn>>,
  { operation, statuses, code, credential }: RequestNarrowing,
) =>
  and(
    operation === undefined ? undefined : eq(columns.operation, operation),
    statuses === undefined ? undefined : gte(columns.status, statuses[0]),
    statuses === undefined ? undefined : lte(columns.status, statuses[1]),
    code === undefined ? undefined : eq(columns.code, code),
    credential === undefined
      ? undefined
      : eq(credential.kind === 'api_key' ? columns.apiKeyId : columns.oauthClientId, credential.id),
  )

/**
 * The newest `limit` calls that an index finds of a selection, counted by hour (since 1970) and answer: `lookedAt` is all of them, the
 * others those that are selected. Bounded, since a merchant may have millions.
 */
export function countRequestsByHour(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  selection: RequestNarrowing,
  limit: number,
) {
  const looked = db
    .select({ occurredAt: apiRequests.occurredAt, ...narrowing })
    .from(apiRequests)
    .where(byIndex(apiRequests, merchantId, selection))
    .orderBy(desc(apiRequests.occurredAt), desc(apiRequests.id))
    .limit(limit)
    .as('looked')
  const own = narrowed(looked, selection) ?? sql`true`
  const counted = (answer: SQL) => sql`count(*) filter (where ${own} and ${answer})`.mapWith(Number)
  return db
    .select({
      hour: sql`floor(extract(epoch from ${looked.occurredAt}) / 3600)::int`.mapWith(Number),
      lookedAt: count(),
      done: counted(sql`${looked.status} < 400`),
      refused: counted(sql`${looked.status} between 400 and 499`),
      failed: counted(sql`${looked.status} >= 500`),
    })
    .from(looked)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}

export type RequestRecord = Awaited<ReturnType<typeof listRequests>>[number]

/** A text that an answer or a body has at that place, as far as it was kept. */
const keptAt = (details: SQL.Aliased | SQL, ...path: string[]) =>
  sql<string | null>`${details} #>> ${`{${path.join(',')}}`}`

/**
 * Calls of one credential with their address and till and, where their sale is known, its branch and, of a registered consumption, what
 * was paid; newest first or oldest first, next to a place.
 */
export async function listCallsWithSales(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  selection: CursorRange<RequestPlace> & {
    readonly credential: NonNullable<RequestSelection['credential']>
    readonly from: Date
    readonly limit: number
    readonly oldestFirst?: boolean | undefined
  },
) {
  const { credential, from, before, after, limit, oldestFirst = false } = selection
  const asked = { ...nothingAsked, credential, from }
  const rises = after !== undefined || (oldestFirst && before === undefined)
  const order = rises ? asc : desc
  const page = db
    .select({
      id: apiRequests.id,
      occurredAt: apiRequests.occurredAt,
      operation: apiRequests.operation,
      status: apiRequests.status,
      code: apiRequests.code,
      replayed: apiRequests.replayed,
      requestId: apiRequests.requestId,
      reference: apiRequests.reference,
      address: apiRequests.address,
      details: sql`${apiRequests.details}`.as('details'),
    })
    .from(apiRequests)
    .where(
      and(
        byIndex(apiRequests, merchantId, asked),
        narrowed(apiRequests, asked),
        before === undefined ? undefined : olderThan(before),
        after === undefined ? undefined : newerThan(after),
      ),
    )
    .orderBy(order(apiRequests.occurredAt), order(apiRequests.id))
    .limit(limit)
    .as('calls')
  const isSale = sql`${page.operation} = 'registerConsumption' and ${page.status} < 400`
  const sentBranch = keptAt(page.details, 'input', 'branchId')
  const rows = await db
    .select({
      id: page.id,
      occurredAt: page.occurredAt,
      operation: page.operation,
      status: page.status,
      code: page.code,
      replayed: page.replayed,
      requestId: page.requestId,
      reference: page.reference,
      address: page.address,
      terminal: keptAt(page.details, 'terminal'),
      branchName: branches.name,
      /** What was paid without the discount; of a repeated answer it stands at the first. */
      purchaseAmount: sql<string | null>`case when not ${page.replayed} then ${consumptions.purchaseAmount}::text end`,
    })
    .from(page)
    .leftJoin(
      consumptions,
      and(
        eq(consumptions.merchantId, merchantId),
        isSale,
        eq(consumptions.code, keptAt(page.details, 'value', 'code')),
      ),
    )
    .leftJoin(
      authorizations,
      and(
        eq(authorizations.merchantId, merchantId),
        sql`${page.status} < 400`,
        eq(authorizations.code, keptAt(page.details, 'value', 'authorizationCode')),
      ),
    )
    .leftJoin(
      branches,
      and(
        eq(branches.merchantId, merchantId),
        sql`${branches.id} = coalesce(${consumptions.branchId}, ${authorizations.branchId},
          case when ${sentBranch} ~ '^[0-9]{1,9}$' then (${sentBranch})::int end)`,
      ),
    )
    .orderBy(order(page.occurredAt), order(page.id))
  return rises === oldestFirst ? rows : rows.reverse()
}

export type CallWithSaleRecord = Awaited<ReturnType<typeof listCallsWithSales>>[number]

/**
 * The newest calls of one credential since then, at most so many, by the address that they came from, most first: so many addresses, and
 * what all add up to.
 */
export async function countCallsByAddress(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  asked: {
    readonly credential: NonNullable<RequestSelection['credential']>
    readonly from: Date
    readonly callsMax: number
    readonly limit: number
  },
) {
  const selection = { ...nothingAsked, ...asked }
  const looked = db
    .select({ address: apiRequests.address, status: apiRequests.status, occurredAt: apiRequests.occurredAt })
    .from(apiRequests)
    .where(and(byIndex(apiRequests, merchantId, selection), narrowed(apiRequests, selection)))
    .orderBy(desc(apiRequests.occurredAt), desc(apiRequests.id))
    // A number that the planner does not know before, so that it walks the index from the newest on. Known, it is often more than the
    // planner expects of one merchant and one credential, which it takes for independent, and all calls of those hours are read and sorted.
    .limit(sql`(select ${asked.callsMax}::int)` as unknown as number)
    .as('looked')
  const calls = count()
  const rows = await db
    .select({
      address: looked.address,
      calls,
      failed: sql`count(*) filter (where ${looked.status} >= 400)`.mapWith(Number),
      firstAt: sql<Date>`min(${looked.occurredAt})`.mapWith(apiRequests.occurredAt),
      lastAt: sql<Date>`max(${looked.occurredAt})`.mapWith(apiRequests.occurredAt),
      addressesInAll: sql`count(*) over ()`.mapWith(Number),
      callsInAll: sql`sum(count(*)) over ()`.mapWith(Number),
      failedInAll: sql`sum(count(*) filter (where ${looked.status} >= 400)) over ()`.mapWith(Number),
      firstInAll: sql<Date>`min(min(${looked.occurredAt})) over ()`.mapWith(apiRequests.occurredAt),
    })
    .from(looked)
    .groupBy(looked.address)
    .orderBy(desc(calls), looked.address)
    .limit(asked.limit)
  return whole(rows)
}

/** One call with all that was kept of it; undefined when there is none of that merchant. */
export async function findRequest(db: OfficeDb | OfficeTx, merchantId: number, { id, at }: RequestPlace) {
  const rows = await db
    .select({ ...listed, address: apiRequests.address, details: apiRequests.details })
    .from(apiRequests)
    .leftJoin(apiKeys, and(eq(apiKeys.merchantId, apiRequests.merchantId), eq(apiKeys.id, apiRequests.apiKeyId)))
    .leftJoin(
      oauthClients,
      and(eq(oauthClients.merchantId, apiRequests.merchantId), eq(oauthClients.id, apiRequests.oauthClientId)),
    )
    .where(
      and(
        eq(apiRequests.merchantId, merchantId),
        isKept(apiRequests),
        eq(apiRequests.occurredAt, at),
        eq(apiRequests.id, id),
      ),
    )
  return atMostOne(rows)
}

/** The newest calls of these operations since a moment, of one credential where it is said, with all that was kept of them; newest first. */
export const listKeptCalls = (
  db: OfficeDb | OfficeTx,
  merchantId: number,
  asked: { from: Date; operations: readonly string[]; limit: number; credential?: CredentialReference },
) =>
  db
    .select({
      ...ofCall,
      requestId: apiRequests.requestId,
      address: apiRequests.address,
      apiKeyId: apiRequests.apiKeyId,
      oauthClientId: apiRequests.oauthClientId,
      details: apiRequests.details,
    })
    .from(apiRequests)
    .where(
      and(
        eq(apiRequests.merchantId, merchantId),
        isKept(apiRequests),
        gte(apiRequests.occurredAt, asked.from),
        inArray(apiRequests.operation, [...asked.operations]),
        asked.credential &&
          eq(
            asked.credential.kind === 'api_key' ? apiRequests.apiKeyId : apiRequests.oauthClientId,
            asked.credential.id,
          ),
      ),
    )
    .orderBy(desc(apiRequests.occurredAt), desc(apiRequests.id))
    .limit(asked.limit)

/** Every credential that a merchant has had, by name, past ones too: their calls are still there. */
export const listCredentialNames = (db: OfficeDb | OfficeTx, merchantId: number) =>
  unionAll(
    db
      .select({ kind: sql<'api_key' | 'oauth_client'>`'api_key'`.as('kind'), id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(eq(apiKeys.merchantId, merchantId)),
    db
      .select({
        kind: sql<'api_key' | 'oauth_client'>`'oauth_client'`.as('kind'),
        id: oauthClients.id,
        name: oauthClients.name,
      })
      .from(oauthClients)
      .where(eq(oauthClients.merchantId, merchantId)),
  ).orderBy(sql`3`, sql`1`, sql`2`)
