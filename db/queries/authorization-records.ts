import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { OfficeDb } from '@/db/office'
import {
  apiKeys,
  authorizations,
  branches,
  collaborators,
  companies,
  consumptions,
  discounts,
  oauthClients,
} from '@/db/schema'
import type { ConsumptionSearch } from './consumption-records'

/** What the merchant's office reads of its authorizations; `authorizations.ts` is what the tills write. */

type Place = { readonly micros: string; readonly id: number }

/** Which authorizations: those made from `from` and before `to`, of all that is said. */
export type AuthorizationSelection = {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly status?: 'active' | 'consumed' | 'expired' | 'released' | undefined
  readonly branchId?: number | undefined
  readonly search?: ConsumptionSearch | undefined
}

/** What begins like that is shown up to here: who wants more says more. */
const beginningsMax = 100

/** D35: overdue is expired, marked or not. Said as texts, so that the planner knows which partial index holds them. */
const statusNow = sql<'Authorized' | 'Consumed' | 'Expired' | 'Released'>`
  case when ${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} <= now() then 'Expired' else ${authorizations.status} end`

const active = sql`${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} > now()`
const overdue = sql`${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} <= now()`
const marked = sql`${authorizations.status} = 'Expired'`
const released = sql`${authorizations.status} = 'Released'`
const consumed = sql`${authorizations.status} = 'Consumed'`

type Turned = AuthorizationSelection & { before?: Place | undefined; after?: Place | undefined; limit: number }

/** A page, newest first; with `after`, the rows next to that place, turned round. */
export async function listAuthorizationRecords(db: OfficeDb, merchantId: number, selection: Turned) {
  const { status } = selection
  // Overdue and marked rows stand in two indexes: one ordered page of each, and of those one.
  const page =
    status === 'expired'
      ? unionAll(pageWith(db, merchantId, selection, marked), pageWith(db, merchantId, selection, overdue))
          // By the names that the union has; drizzle would quote those of the properties.
          .orderBy(sql.raw(selection.after === undefined ? 'authorized_at desc, id desc' : 'authorized_at, id'))
          .limit(selection.limit)
          .as('page')
      : pageWith(
          db,
          merchantId,
          selection,
          status === undefined ? undefined : { active, released, consumed }[status],
        ).as('page')
  return db
    .select({
      id: page.id,
      micros: sql<string>`(extract(epoch from ${page.authorizedAt}) * 1000000)::bigint::text`.as('micros'),
      code: page.code,
      reference: page.reference,
      status: page.status,
      branchName: branches.name,
      firstName: collaborators.firstName,
      lastName: collaborators.lastName,
      companyName: companies.name,
      discountName: discounts.name,
      apiKeyName: apiKeys.name,
      oauthClientName: oauthClients.name,
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
    .innerJoin(discounts, eq(discounts.id, page.discountId))
    .innerJoin(companies, eq(companies.id, page.companyId))
    .innerJoin(collaborators, eq(collaborators.id, page.collaboratorId))
    .leftJoin(branches, eq(branches.id, page.branchId))
    .leftJoin(apiKeys, eq(apiKeys.id, page.apiKeyId))
    .leftJoin(oauthClients, eq(oauthClients.id, page.oauthClientId))
    .leftJoin(consumptions, and(eq(consumptions.merchantId, merchantId), eq(consumptions.authorizationId, page.id)))
    .orderBy(desc(page.authorizedAt), desc(page.id))
}

export type AuthorizationRecord = Awaited<ReturnType<typeof listAuthorizationRecords>>[number]

const order = ({ after }: Turned) => {
  const turn = after === undefined ? desc : asc
  return [turn(authorizations.authorizedAt), turn(authorizations.id)]
}

const pageWith = (db: OfficeDb, merchantId: number, selection: Turned, condition: SQL | undefined) =>
  db
    .select({
      id: authorizations.id,
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
    .where(and(...conditions(merchantId, selection, condition)))
    .orderBy(...order(selection))
    .limit(selection.limit)

function conditions(merchantId: number, selection: Turned, condition: SQL | undefined): (SQL | undefined)[] {
  const { from, to, branchId, search, before, after } = selection
  const here = sql`(${authorizations.authorizedAt}, ${authorizations.id})`
  const placeRow = ({ micros, id }: Place) =>
    sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`
  const narrowed = [
    eq(authorizations.merchantId, merchantId),
    condition,
    from === undefined ? undefined : gte(authorizations.authorizedAt, from),
    to === undefined ? undefined : lt(authorizations.authorizedAt, to),
    branchId === undefined ? undefined : eq(authorizations.branchId, branchId),
  ]
  return [
    ...narrowed,
    search === undefined ? undefined : sql`${authorizations.id} in (${idsFound(merchantId, search, narrowed)})`,
    before === undefined ? undefined : sql`${here} < ${placeRow(before)}`,
    after === undefined ? undefined : sql`${here} > ${placeRow(after)}`,
  ]
}

/** As of consumptions: what begins like a text is counted off within what the list is narrowed to. */
function idsFound(merchantId: number, search: ConsumptionSearch, narrowed: readonly (SQL | undefined)[]): SQL {
  const { text } = search
  if (search.kind === 'beginning') {
    return sql`select ${authorizations.id} from ${authorizations}
      where ${and(...narrowed)} and ${authorizations.reference} ~>=~ ${text} and ${authorizations.reference} ~<~ (${text} || chr(1114111))
      order by ${authorizations.reference} using ~<~, ${authorizations.id} limit ${beginningsMax}`
  }
  return sql`select f.id from ${authorizations} f where f.merchant_id = ${merchantId} and f.code in (${text}, ${search.code})
    union all
    select f.id from ${authorizations} f where f.merchant_id = ${merchantId} and f.reference = ${text}`
}

/** Whether any authorization is found by that text whole. */
export async function isAuthorizationFound(
  db: OfficeDb,
  merchantId: number,
  search: ConsumptionSearch,
): Promise<boolean> {
  const rows = await db
    .select({ id: authorizations.id })
    .from(authorizations)
    .where(
      and(
        eq(authorizations.merchantId, merchantId),
        sql`${authorizations.id} in (${idsFound(merchantId, search, [])})`,
      ),
    )
    .limit(1)
  return rows.length > 0
}
