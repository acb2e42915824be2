import type { Database } from '@/db/database'
import { violates } from '@/db/errors'

export type AuthorizationStatus = 'Authorized' | 'Consumed' | 'Expired' | 'Released'

/** What an answer shows of an authorization. `status` is what it is on the database clock, marked or not (D35). */
export type AuthorizationRow = {
  id: string
  code: string
  reference: string
  status: AuthorizationStatus
  discountId: number
  purchaseAmount: string
  discountAmount: string
  finalAmount: string
  expiresAt: Date
}

/** The credential that made a record: exactly one of the two. */
export type CredentialIds = { apiKeyId: number | null; oauthClientId: number | null }

export type Reservation = CredentialIds & {
  merchantId: number
  code: string
  reference: string
  idempotencyKey: string
  fingerprint: Buffer
  discountId: number
  companyId: number
  collaboratorId: string
  branchId: number | undefined
  purchaseAmount: string
  discountAmount: string
  finalAmount: string
  discountType: 'PCT' | 'AMT'
  discountValue: string
  maximumDiscount: string | null
  scope: 'store' | 'category' | 'article'
  matchedSubtotal: string | null
  itemsJson: string | null
  ttlSeconds: number
}

/**
 * Reserves: one statement that flips an overdue row of the reference, inserts the authorization, binds the idempotency key to
 * it and takes the limits (by trigger), or does nothing of it. `taken` says that the reference or the key belongs to another
 * record, `exhausted` that a limit blocks (D36, D43, D44). `expired` is how many it flipped.
 */
export async function reserve(
  db: Database,
  r: Reservation,
): Promise<{ expired: number } & ({ outcome: 'reserved'; expiresAt: Date } | { outcome: 'taken' | 'exhausted' })> {
  try {
    const [row] = await db.run(
      (sql) => sql<{ expiresAt: Date | null; expired: number }[]>`
        with overdue as (
          update authorizations set status = 'Expired', ended_at = now()
          where merchant_id = ${r.merchantId} and reference = ${r.reference}
            and status = 'Authorized' and expires_at <= now()
          returning id
        ), reserved as (
          insert into authorizations (
            merchant_id, code, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id, oauth_client_id,
            purchase_amount, discount_amount, final_amount, discount_type, discount_value, maximum_discount, scope,
            matched_subtotal, items, expires_at)
          select ${r.merchantId}::int, ${r.code}, ${r.reference}, ${r.discountId}::int, ${r.companyId}::int,
            ${r.collaboratorId}::bigint, ${r.branchId ?? null}::int, ${r.apiKeyId}::int, ${r.oauthClientId}::int,
            ${r.purchaseAmount}::numeric, ${r.discountAmount}::numeric, ${r.finalAmount}::numeric, ${r.discountType},
            ${r.discountValue}::numeric, ${r.maximumDiscount}::numeric, ${r.scope}, ${r.matchedSubtotal}::numeric,
            ${r.itemsJson}::text::jsonb, now() + ${r.ttlSeconds}::int * interval '1 second'
          where (select count(*) from overdue) >= 0
          on conflict do nothing
          returning id, merchant_id, expires_at
        ), bound as (
          insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id)
          select merchant_id, ${r.idempotencyKey}::uuid, ${r.fingerprint}::bytea, id from reserved
        )
        select (select expires_at from reserved) as "expiresAt", (select count(*)::int from overdue) as expired`,
    )
    const expired = row?.expired ?? 0
    return row?.expiresAt ? { outcome: 'reserved', expiresAt: row.expiresAt, expired } : { outcome: 'taken', expired }
  } catch (error) {
    if (violates(error, 'idempotency_keys_pkey')) return { outcome: 'taken', expired: 0 }
    if (violates(error, 'discount_limits')) return { outcome: 'exhausted', expired: 0 }
    throw error
  }
}

/** The record to which an idempotency key is bound, if it is. */
export async function findBoundKey(db: Database, merchantId: number, key: string) {
  const [row] = await db.run(
    (sql) => sql<{ fingerprint: Buffer; authorizationId: string | null; consumptionId: string | null }[]>`
      select fingerprint, authorization_id as "authorizationId", consumption_id as "consumptionId"
      from idempotency_keys where merchant_id = ${merchantId} and key = ${key}::uuid`,
  )
  return row
}

export async function loadAuthorization(
  db: Database,
  merchantId: number,
  id: string,
): Promise<AuthorizationRow | undefined> {
  const [row] = await db.run(
    (sql) => sql<AuthorizationRow[]>`
      select id, code, reference, status, discount_id as "discountId", purchase_amount as "purchaseAmount",
        discount_amount as "discountAmount", final_amount as "finalAmount", expires_at as "expiresAt"
      from authorizations where merchant_id = ${merchantId} and id = ${id}::bigint`,
  )
  return row
}

/** What is needed to price a purchase again under the terms frozen at apply (D40). */
export type FrozenTerms = {
  discountType: 'PCT' | 'AMT'
  discountValue: string
  maximumDiscount: string | null
  scope: 'store' | 'category' | 'article'
  matchedSubtotal: string | null
  discountAmount: string
}

/** The authorization that matches code and reference exactly (D38), its state on the database clock and its terms. */
export async function findAuthorization(db: Database, merchantId: number, code: string, reference: string) {
  const [row] = await db.run(
    (sql) => sql<(AuthorizationRow & FrozenTerms)[]>`
      select id, code, reference, discount_id as "discountId",
        case when status = 'Authorized' and expires_at <= now() then 'Expired' else status end as status,
        purchase_amount as "purchaseAmount", discount_amount as "discountAmount", final_amount as "finalAmount",
        expires_at as "expiresAt", discount_type as "discountType", discount_value as "discountValue",
        maximum_discount as "maximumDiscount", scope, matched_subtotal as "matchedSubtotal"
      from authorizations where merchant_id = ${merchantId} and code = ${code} and reference = ${reference}`,
  )
  return row
}

/** The newest authorization of a reference: the active one if there is one, since a new one needs the last to have ended. */
export async function findLatestAuthorization(db: Database, merchantId: number, reference: string) {
  const [row] = await db.run(
    (sql) => sql<(AuthorizationRow & { consumptionId: string | null })[]>`
      select a.id, a.code, a.reference, a.discount_id as "discountId",
        case when a.status = 'Authorized' and a.expires_at <= now() then 'Expired' else a.status end as status,
        a.purchase_amount as "purchaseAmount", a.discount_amount as "discountAmount", a.final_amount as "finalAmount",
        a.expires_at as "expiresAt", c.id as "consumptionId"
      from authorizations a
      left join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id
      where a.merchant_id = ${merchantId} and a.reference = ${reference}
      order by a.id desc limit 1`,
  )
  return row
}

/** Gives an active reservation back, or marks an overdue one (D45). Undefined when it is neither. */
export async function release(db: Database, merchantId: number, code: string, reference: string) {
  const [row] = await db.run(
    (sql) => sql<AuthorizationRow[]>`
      update authorizations set ended_at = clock_timestamp(),
        status = case when expires_at > clock_timestamp() then 'Released' else 'Expired' end
      where merchant_id = ${merchantId} and code = ${code} and reference = ${reference} and status = 'Authorized'
      returning id, code, reference, status, discount_id as "discountId", purchase_amount as "purchaseAmount",
        discount_amount as "discountAmount", final_amount as "finalAmount", expires_at as "expiresAt"`,
  )
  return row
}

/**
 * Marks the overdue reservations of one discount, so that what they held is free for others. Waits for the sweeper, and keeps
 * it away, by the lock that it takes too.
 */
export async function expireOverdueOfDiscount(db: Database, merchantId: number, discountId: number): Promise<number> {
  const rows = await db.run(
    (sql) => sql`
      with mine as (
        select merchant_id, id from discounts where merchant_id = ${merchantId} and id = ${discountId} for no key update
      ), overdue as (
        select a.merchant_id, a.id
        from mine m join authorizations a on a.merchant_id = m.merchant_id and a.discount_id = m.id
        where a.status = 'Authorized' and a.expires_at <= now()
        order by a.id limit 1000 for update of a
      )
      update authorizations a set status = 'Expired', ended_at = now()
      from overdue o where a.merchant_id = o.merchant_id and a.id = o.id`,
  )
  return rows.count
}
