import { and, asc, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { OfficeDb } from '@/db/office'
import { isThere, theOnly } from '@/db/rows'
import { authorizations, consumptions } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import {
  beside,
  idsByBeginning,
  keptSums,
  microsOf,
  type SaleSearch,
  saleNames,
  shownBy,
  sumsOf,
  withNames,
} from './sales'
import { authorizationsByDay } from './sales-sums'

/** What the merchant's office reads of its authorizations; `tills/authorizations.ts` is what the tills write. */

/** Which authorizations: those made from `from` and before `to` that match every other field given. */
export type AuthorizationSelection = {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly status?: 'active' | 'consumed' | 'expired' | 'released' | undefined
  readonly branchId?: number | undefined
  readonly search?: SaleSearch | undefined
}

/**
 * D35: overdue is expired, marked or not. The states are literal texts, so that the planner knows which partial index holds them.
 */
const statusNow = sql<'Authorized' | 'Consumed' | 'Expired' | 'Released'>`
  case when ${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} <= now() then 'Expired' else ${authorizations.status} end`

const active = sql`${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} > now()`
const overdue = sql`${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} <= now()`
const marked = sql`${authorizations.status} = 'Expired'`
const released = sql`${authorizations.status} = 'Released'`
const consumed = sql`${authorizations.status} = 'Consumed'`

type Turned = AuthorizationSelection & CursorRange & { limit: number; oldestFirst?: boolean }

/** A page, newest first, or oldest first: the first rows, those next after a place, or those next before it. */
export async function listAuthorizationRecords(db: OfficeDb, merchantId: number, selection: Turned) {
  const { status } = selection
  // Overdue and marked rows are in two indexes: one ordered page is read from each, and the page is made of both.
  const page =
    status === 'expired'
      ? unionAll(
          pageWith(db, merchantId, selection, marked),
          pageWith(db, merchantId, selection, overdue, { sorted: true }),
        )
          // Ordered by the names of the union's columns; drizzle would quote the names of the properties.
          .orderBy(sql.raw(placeOf(selection).rises ? 'authorized_at, id' : 'authorized_at desc, id desc'))
          .limit(selection.limit)
          .as('page')
      : pageWith(
          db,
          merchantId,
          selection,
          status === undefined ? undefined : { active, released, consumed }[status],
        ).as('page')
  const asked = db
    .select({
      id: page.id,
      micros: microsOf(page.authorizedAt).as('micros'),
      code: page.code,
      reference: page.reference,
      status: page.status,
      ...saleNames,
      purchaseAmount: page.purchaseAmount,
      discountAmount: page.discountAmount,
      finalAmount: page.finalAmount,
      authorizedAt: page.authorizedAt,
      expiresAt: page.expiresAt,
      endedAt: page.endedAt,
      secondsLeft: page.secondsLeft,
      consumptionCode: consumptions.code,
    })
    .from(page)
    .$dynamic()
  return withNames(asked, 'authorization', page)
    .leftJoin(consumptions, and(eq(consumptions.merchantId, merchantId), eq(consumptions.authorizationId, page.id)))
    .orderBy(...shownBy(page.authorizedAt, page.id, selection.oldestFirst))
}

export type AuthorizationRecord = Awaited<ReturnType<typeof listAuthorizationRecords>>[number]

const placeOf = (selection: Turned) => beside(authorizations.authorizedAt, authorizations.id, selection)

/**
 * `sorted` for rows of which the planner expects many where there are hardly any, as of the active ones that are overdue: it would look for a page
 * of them, in its order, among all that the merchant ever had.
 */
function pageWith(
  db: OfficeDb,
  merchantId: number,
  selection: Turned,
  condition: SQL | undefined,
  { sorted = false }: { readonly sorted?: boolean } = {},
) {
  const place = placeOf(selection)
  const read = place.rises ? asc : desc
  return db
    .select({
      id: authorizations.id,
      merchantId: authorizations.merchantId,
      code: authorizations.code,
      reference: authorizations.reference,
      status: statusNow.as('status_now'),
      discountId: authorizations.discountId,
      companyId: authorizations.companyId,
      collaboratorId: authorizations.collaboratorId,
      branchId: authorizations.branchId,
      apiKeyId: authorizations.apiKeyId,
      oauthClientId: authorizations.oauthClientId,
      purchaseAmount: authorizations.purchaseAmount,
      discountAmount: authorizations.discountAmount,
      finalAmount: authorizations.finalAmount,
      authorizedAt: authorizations.authorizedAt,
      expiresAt: authorizations.expiresAt,
      endedAt: authorizations.endedAt,
      secondsLeft: sql<number>`greatest(0, ceil(extract(epoch from ${authorizations.expiresAt} - now())))::int`.as(
        'seconds_left',
      ),
    })
    .from(authorizations)
    .where(and(...conditions(merchantId, selection, condition), ...place.conditions))
    .orderBy(
      ...(sorted ? [read(sql`${authorizations.authorizedAt} + interval '0'`), read(authorizations.id)] : place.order),
    )
    .limit(selection.limit)
}

function conditions(
  merchantId: number,
  selection: AuthorizationSelection,
  condition: SQL | undefined,
): (SQL | undefined)[] {
  const { from, to, branchId, search } = selection
  const narrowed = [
    eq(authorizations.merchantId, merchantId),
    condition,
    from === undefined ? undefined : gte(authorizations.authorizedAt, from),
    to === undefined ? undefined : lt(authorizations.authorizedAt, to),
    branchId === undefined ? undefined : eq(authorizations.branchId, branchId),
  ]
  if (search === undefined) return narrowed
  return [...narrowed, sql`${authorizations.id} in (${idsFound(merchantId, search, narrowed)})`]
}

/** Each way of finding uses its own index: as alternatives of one condition they would read all authorizations. */
function idsFound(merchantId: number, search: SaleSearch, narrowed: readonly (SQL | undefined)[]): SQL {
  const { text } = search
  if (search.kind === 'beginning') return idsByBeginning(text, authorizations.id, authorizations, narrowed)
  return sql`select f.id from ${authorizations} f where f.merchant_id = ${merchantId} and f.code in (${text}, ${search.code})
    union all
    select f.id from ${authorizations} f where f.merchant_id = ${merchantId} and f.reference = ${text}`
}

/** How many there are, and what they add up to, as texts of `numeric`. */
export async function sumAuthorizations(db: OfficeDb, merchantId: number, selection: AuthorizationSelection) {
  const { status, from, to, branchId, search } = selection
  const condition =
    status === undefined ? undefined : { active, released, consumed, expired: or(marked, overdue) }[status]
  // Amounts never change, and states do: sums are kept of all states together.
  const rows =
    status === undefined && search === undefined
      ? await db
          .select(keptSums)
          .from(sql`${authorizationsByDay(merchantId, { from, to })} made`)
          .where(branchId === undefined ? undefined : sql`branch_id = ${branchId}`)
      : await db
          .select({ count: sql<number>`count(*)::int`, ...sumsOf(authorizations) })
          .from(authorizations)
          .where(and(...conditions(merchantId, selection, condition)))
  return theOnly(rows)
}

/** Whether the whole text finds any authorization. */
export async function isAuthorizationFound(db: OfficeDb, merchantId: number, search: SaleSearch): Promise<boolean> {
  const rows = await db
    .select({ id: authorizations.id })
    .from(authorizations)
    .where(and(...conditions(merchantId, { search }, undefined)))
    .limit(1)
  return isThere(rows)
}
