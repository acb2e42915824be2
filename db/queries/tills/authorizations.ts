import type { StatementSql } from '@/db/client'
import { type Database, gatheredWrite, valuesOf } from '@/db/database'
import { violates } from '@/db/errors'
import { lateHoursInForce } from '@/db/policies'
import { atMostOne, theOnly, valuesInOrder } from '@/db/rows'

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

/** The credential that made a record: one of the two, or none where a member did (D68). */
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
 * Reserves each of `asked` that `may`: one statement that inserts the authorizations, binds the idempotency keys to them and takes the
 * limits (by trigger). Every such statement handles them in the same order, so that two of them do not deadlock. Each input has a row
 * in the result, with an end only where it was reserved: where its reference has an active authorization, overdue or not, it was not.
 */
export const reserveStatement = (asked: string, areSeveral: boolean, reserving: Reserving): string => `
  with asked as materialized (${asked}${areSeveral ? inOneOrder : ''}
  )${reservedOf(reserving)}`

const inOneOrder = `
    order by merchant_id, reference, n`

/** Which of `asked` are reserved, by a condition; what is left to pay; and what a row tells beside its number and its end. */
type Reserving = { readonly may: string; readonly finalAmount: string; readonly told: readonly string[] }

const reservedOf = ({ may, finalAmount, told }: Reserving): string => `, reserved as (
    insert into authorizations (
      merchant_id, code, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id, oauth_client_id,
      purchase_amount, discount_amount, final_amount, discount_type, discount_value, maximum_discount, scope,
      matched_subtotal, items, expires_at)
    select merchant_id, code, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id, oauth_client_id,
      purchase_amount, discount_amount, ${finalAmount}, discount_type, discount_value, maximum_discount, scope,
      matched_subtotal, items::jsonb, now() + ttl_seconds * interval '1 second'
    from asked
    where ${may}
    on conflict do nothing
    returning id, merchant_id, code, expires_at
  ), bound as (
    insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id)
    select merchant_id, key, decode(fingerprint, 'hex'), id from reserved join asked using (merchant_id, code)
  )
  select ${['c.n', 'r.expires_at', ...told].join(', ')}
  from asked c left join reserved r on r.merchant_id = c.merchant_id and r.code = c.code`

/** When a reservation ends, null where none was made, and how many overdue ones were flipped on the way. */
type Reserved = { expiresAt: Date | null; expired: number }

/**
 * The same for all that are asked, after the overdue rows of their references were flipped. What is overdue is sought before anything
 * is joined, and its state is asked for so that no index of the active ones alone fits: a plan made while there are few would read them
 * all (ADR-0070, ADR-0071). The row of the first tells how many overdue ones were flipped for all.
 */
const reserveAllStatement = `
  with asked as materialized (
    select * from json_to_recordset($1::text::json) as r (
      n int, merchant_id int, code text, reference text, discount_id int, company_id int, collaborator_id bigint,
      branch_id int, api_key_id int, oauth_client_id int, purchase_amount numeric, discount_amount numeric,
      final_amount numeric, discount_type text, discount_value numeric, maximum_discount numeric, scope text,
      matched_subtotal numeric, items text, ttl_seconds int, key uuid, fingerprint text)${inOneOrder}
  ), overdue as (
    update authorizations a set status = 'Expired', ended_at = now()
    from (
      select o.* from asked r cross join lateral (
        select merchant_id, id, status from authorizations
        where merchant_id = r.merchant_id and reference = r.reference and (status = 'Authorized') is not false
          and expires_at <= now()
        offset 0) o
      offset 0) active
    where a.merchant_id = active.merchant_id and a.id = active.id and a.status = active.status
    returning a.id
  )${reservedOf({
    may: '(select count(*) from overdue) >= 0',
    finalAmount: 'final_amount',
    told: ['case c.n when 1 then (select count(*)::int from overdue) else 0 end'],
  })}`

const reserveAll = async (sql: StatementSql, reservations: readonly Reservation[]): Promise<Reserved[]> => {
  const rows = await valuesOf(sql, reserveAllStatement, [JSON.stringify(reservations.map(toJson))])
  return valuesInOrder(rows, reservations.length).map((row) => ({
    expiresAt: row[1] as Date | null,
    expired: row[2] as number,
  }))
}

const toJson = (r: Reservation, at: number) => ({
  n: at + 1,
  merchant_id: r.merchantId,
  code: r.code,
  reference: r.reference,
  discount_id: r.discountId,
  company_id: r.companyId,
  collaborator_id: r.collaboratorId,
  branch_id: r.branchId,
  api_key_id: r.apiKeyId,
  oauth_client_id: r.oauthClientId,
  purchase_amount: r.purchaseAmount,
  discount_amount: r.discountAmount,
  final_amount: r.finalAmount,
  discount_type: r.discountType,
  discount_value: r.discountValue,
  maximum_discount: r.maximumDiscount,
  scope: r.scope,
  matched_subtotal: r.matchedSubtotal,
  items: r.itemsJson,
  ttl_seconds: r.ttlSeconds,
  key: r.idempotencyKey,
  fingerprint: r.fingerprint.toString('hex'),
})

const reserveTogether = gatheredWrite(reserveAll)

/**
 * Reserves, or does nothing: `taken` says that the reference or the key belongs to another record, `exhausted` that a limit
 * blocks (D36, D43, D44). `expired` is how many overdue ones were flipped on the way. A reservation of a discount that counts its
 * uses is sent alone: many wait for its counter row, and other calls must not wait with them.
 */
export async function reserve(
  db: Database,
  reservation: Reservation,
  { limited }: { limited: boolean },
): Promise<{ expired: number } & ({ outcome: 'reserved'; expiresAt: Date } | { outcome: 'taken' | 'exhausted' })> {
  try {
    const { expiresAt, expired } = limited
      ? theOnly(await db.run((sql) => reserveAll(sql, [reservation])))
      : await reserveTogether(db, reservation)
    return expiresAt === null ? { outcome: 'taken', expired } : { outcome: 'reserved', expiresAt, expired }
  } catch (error) {
    if (violates(error, 'idempotency_keys_pkey')) return { outcome: 'taken', expired: 0 }
    if (violates(error, 'discount_limits')) return { outcome: 'exhausted', expired: 0 }
    throw error
  }
}

type BoundKey = { fingerprint: Buffer; authorizationId: string | null; consumptionId: string | null }

/**
 * The record to which an idempotency key is bound, if any. The query always returns a row: a row lost by mistake would allow a
 * second sale.
 */
export async function findBoundKey(db: Database, merchantId: number, key: string): Promise<BoundKey | undefined> {
  const rows = await db.run(
    (sql) => sql<(BoundKey | { fingerprint: null })[]>`
      select k.fingerprint, k.authorization_id as "authorizationId", k.consumption_id as "consumptionId"
      from (select) asked
      left join idempotency_keys k on k.merchant_id = ${merchantId} and k.key = ${key}::uuid`,
  )
  const row = theOnly(rows)
  return row.fingerprint === null ? undefined : row
}

/** The authorization to which a key is bound. */
export async function loadAuthorization(db: Database, merchantId: number, id: string): Promise<AuthorizationRow> {
  const rows = await db.run(
    (sql) => sql<AuthorizationRow[]>`
      select id, code, reference, status, discount_id as "discountId", purchase_amount as "purchaseAmount",
        discount_amount as "discountAmount", final_amount as "finalAmount", expires_at as "expiresAt"
      from authorizations where merchant_id = ${merchantId} and id = ${id}::bigint`,
  )
  return theOnly(rows)
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

/** Whether the merchant's policy admits a consumption of it after its end (D61). */
type Lateness = { mayComeLate: boolean }

/**
 * The authorization that matches code and reference exactly (D38), its state on the database clock and its terms. The query
 * returns a row even when there is none: its absence is a refusal, and decides what a new total is worth.
 */
export async function findAuthorization(
  db: Database,
  merchantId: number,
  code: string,
  reference: string,
): Promise<(AuthorizationRow & FrozenTerms & Lateness) | undefined> {
  const rows = await db.run(
    (sql) => sql<((AuthorizationRow & FrozenTerms & Lateness) | { id: null })[]>`
      select a.id, a.code, a.reference, a.discount_id as "discountId",
        case when a.status = 'Authorized' and a.expires_at <= now() then 'Expired' else a.status end as status,
        a.purchase_amount as "purchaseAmount", a.discount_amount as "discountAmount", a.final_amount as "finalAmount",
        a.expires_at as "expiresAt", a.discount_type as "discountType", a.discount_value as "discountValue",
        a.maximum_discount as "maximumDiscount", a.scope, a.matched_subtotal as "matchedSubtotal",
        ${sql.unsafe(lateHoursInForce)} > 0 as "mayComeLate"
      from (select) asked
      left join authorizations a on a.merchant_id = ${merchantId} and a.code = ${code} and a.reference = ${reference}
      left join merchants m on m.id = a.merchant_id`,
  )
  const row = theOnly(rows)
  return row.id === null ? undefined : row
}

type LatestAuthorization = AuthorizationRow & { consumptionId: string | null }

/**
 * The newest authorization of a reference: the active one if there is one, since a new one is made only after the last has ended.
 * The query returns a row even when there is none.
 */
export async function findLatestAuthorization(
  db: Database,
  merchantId: number,
  reference: string,
): Promise<LatestAuthorization | undefined> {
  const rows = await db.run(
    (sql) => sql<(LatestAuthorization | { id: null })[]>`
      select latest.* from (select) asked
      left join lateral (
        select a.id, a.code, a.reference, a.discount_id as "discountId",
          case when a.status = 'Authorized' and a.expires_at <= now() then 'Expired' else a.status end as status,
          a.purchase_amount as "purchaseAmount", a.discount_amount as "discountAmount", a.final_amount as "finalAmount",
          a.expires_at as "expiresAt", c.id as "consumptionId"
        from authorizations a
        left join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id
        where a.merchant_id = ${merchantId} and a.reference = ${reference}
        order by a.id desc limit 1
      ) latest on true`,
  )
  const row = theOnly(rows)
  return row.id === null ? undefined : row
}

/**
 * Gives an active reservation back, or marks an overdue one (D45). Undefined when it is neither: the caller then asks for its
 * state.
 */
export async function release(
  db: Database,
  merchantId: number,
  code: string,
  reference: string,
): Promise<AuthorizationRow | undefined> {
  const rows = await db.run(
    (sql) => sql<AuthorizationRow[]>`
      update authorizations set ended_at = clock_timestamp(),
        status = case when expires_at > clock_timestamp() then 'Released' else 'Expired' end
      where merchant_id = ${merchantId} and code = ${code} and reference = ${reference} and status = 'Authorized'
      returning id, code, reference, status, discount_id as "discountId", purchase_amount as "purchaseAmount",
        discount_amount as "discountAmount", final_amount as "finalAmount", expires_at as "expiresAt"`,
  )
  return atMostOne(rows)
}

/**
 * Marks the overdue reservations of one discount, so that what they held is free for others. It takes the sweeper's lock: it
 * waits for the sweeper, and the sweeper does not run meanwhile.
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
