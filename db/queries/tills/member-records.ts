import type { Database } from '@/db/database'
import { atMostOne, isThere, theOnly } from '@/db/rows'
import type { Origin } from '@/lib/context'

/** What the till in the browser writes of the member who redeems there (D68), in the transaction of the record itself. */

export type MemberAtTill = { readonly merchantId: number; readonly userId: number }

type Standing = { permissions: string[]; merchantEnabled: boolean }

/**
 * What the member may do, and whether the merchant is enabled, at this moment and until the transaction ends (P-08); undefined for
 * who is no member. The merchant's row is locked first, as a change of its team does.
 */
export async function lockMember(db: Database, { merchantId, userId }: MemberAtTill): Promise<Standing | undefined> {
  const rows = await db.run(
    (sql) => sql<Standing[]>`
      select m.permissions, e.enabled as "merchantEnabled"
      from merchants e
      join merchant_memberships m on m.merchant_id = e.id
      join users u on u.id = m.user_id and u.disabled_at is null
      where e.id = ${merchantId} and m.user_id = ${userId}
      for key share of e for share of m`,
  )
  return atMostOne(rows)
}

/** Says who made that authorization. False when there is none. */
export async function markAuthorization(
  db: Database,
  { merchantId, userId }: MemberAtTill,
  code: string,
): Promise<boolean> {
  const rows = await db.run(
    (sql) => sql`
      insert into member_authorizations (merchant_id, authorization_id, user_id)
      select merchant_id, id, ${userId}::int from authorizations where merchant_id = ${merchantId} and code = ${code}
      returning authorization_id`,
  )
  return isThere(rows)
}

/** Says who made that consumption. False when there is none. */
export async function markConsumption(
  db: Database,
  { merchantId, userId }: MemberAtTill,
  code: string,
): Promise<boolean> {
  const rows = await db.run(
    (sql) => sql`
      insert into member_consumptions (merchant_id, consumption_id, user_id)
      select merchant_id, id, ${userId}::int from consumptions where merchant_id = ${merchantId} and code = ${code}
      returning consumption_id`,
  )
  return isThere(rows)
}

/**
 * The code and the reference of the authorization that an idempotency key made; undefined when it made none. The query returns a
 * row even then: on the answer depends whether a sale begins anew.
 */
export async function findCodeOfKey(
  db: Database,
  merchantId: number,
  key: string,
): Promise<{ code: string; reference: string } | undefined> {
  const rows = await db.run(
    (sql) => sql<({ code: string; reference: string } | { code: null })[]>`
      select a.code, a.reference from (select) asked
      left join idempotency_keys k on k.merchant_id = ${merchantId} and k.key = ${key}::uuid
      left join authorizations a on a.merchant_id = k.merchant_id and a.id = k.authorization_id`,
  )
  const row = theOnly(rows)
  return row.code === null ? undefined : row
}

/** The code of the consumption of an authorization, on a row that is there without one too. */
export async function findConsumptionCode(db: Database, merchantId: number, code: string): Promise<string | undefined> {
  const rows = await db.run(
    (sql) => sql<{ code: string | null }[]>`
      select c.code from (select) asked
      left join authorizations a on a.merchant_id = ${merchantId} and a.code = ${code}
      left join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id`,
  )
  return theOnly(rows).code ?? undefined
}

export type SaleEvent = {
  readonly action: 'sale.charged' | 'sale.canceled' | 'sale.searched'
  readonly outcome: 'done' | 'denied'
  readonly subject: string
  readonly details: Readonly<Record<string, string>>
}

/** Adds an event to the merchant's audit trail; `lib/audit` does the same for the offices, over their own connections. */
export async function recordSaleEvent(
  db: Database,
  { merchantId, userId }: MemberAtTill,
  origin: Origin,
  event: SaleEvent,
): Promise<void> {
  await db.run(
    (sql) => sql`
      insert into audit_events (actor, user_id, merchant_id, action, outcome, subject_type, subject_id, details, address,
        user_agent, request_id)
      values ('user', ${userId}, ${merchantId}, ${event.action}, ${event.outcome}, 'sale', ${event.subject},
        ${JSON.stringify(event.details)}::text::jsonb, ${origin.address}, ${origin.userAgent}, ${origin.requestId})`,
  )
}
