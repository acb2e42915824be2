import type { Database } from '@/db/database'
import { violates } from '@/db/errors'
import type { CredentialIds } from './authorizations'

export type ConsumptionRow = {
  id: string
  code: string
  authorizationCode: string
  reference: string
  status: 'Registered'
  discountId: number
  branchId: number | null
  purchaseAmount: string
  discountAmount: string
  finalAmount: string
  consumptionDate: Date
  registeredAt: Date
}

export type NewConsumption = CredentialIds & {
  merchantId: number
  code: string
  authorizationCode: string
  reference: string
  consumptionDate: string
  idempotencyKey: string
  fingerprint: Buffer
  /** The amounts under the new total, or none to take the authorized ones. */
  recalculated: { purchaseAmount: string; discountAmount: string; finalAmount: string } | undefined
}

/** D39: how far a till's clock may be ahead. */
const futureMinutesMax = 5

/**
 * Confirms: one statement that ends the authorization if it is still usable on the database clock, inserts the consumption and
 * binds the idempotency key to it. Undefined when nothing was done; the caller then asks why.
 */
export async function consume(db: Database, c: NewConsumption): Promise<ConsumptionRow | undefined> {
  try {
    const [row] = await db.run(
      (sql) => sql<ConsumptionRow[]>`
        with used as (
          update authorizations set status = 'Consumed', ended_at = clock_timestamp()
          where merchant_id = ${c.merchantId} and code = ${c.authorizationCode} and reference = ${c.reference}
            and status = 'Authorized' and expires_at > clock_timestamp()
            and ${c.consumptionDate}::timestamptz <= now() + ${futureMinutesMax}::int * interval '1 minute'
          returning *
        ), registered as (
          insert into consumptions (
            merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id,
            oauth_client_id, purchase_amount, discount_amount, final_amount, consumption_date)
          select merchant_id, ${c.code}, id, reference, discount_id, company_id, collaborator_id, branch_id,
            ${c.apiKeyId}::int, ${c.oauthClientId}::int,
            coalesce(${c.recalculated?.purchaseAmount ?? null}::numeric, purchase_amount),
            coalesce(${c.recalculated?.discountAmount ?? null}::numeric, discount_amount),
            coalesce(${c.recalculated?.finalAmount ?? null}::numeric, final_amount), ${c.consumptionDate}::timestamptz
          from used
          returning *
        ), bound as (
          insert into idempotency_keys (merchant_id, key, fingerprint, consumption_id)
          select merchant_id, ${c.idempotencyKey}::uuid, ${c.fingerprint}::bytea, id from registered
        )
        select id, code, ${c.authorizationCode} as "authorizationCode", reference, status, discount_id as "discountId",
          branch_id as "branchId", purchase_amount as "purchaseAmount", discount_amount as "discountAmount",
          final_amount as "finalAmount", consumption_date as "consumptionDate", registered_at as "registeredAt"
        from registered`,
    )
    return row
  } catch (error) {
    if (violates(error, 'idempotency_keys_pkey')) return undefined
    throw error
  }
}

/** Whether an instant is further ahead of the database clock than D39 allows. */
export async function isTooFarAhead(db: Database, instant: string): Promise<boolean> {
  const [row] = await db.run(
    (sql) => sql<{ ahead: boolean }[]>`
      select ${instant}::timestamptz > now() + ${futureMinutesMax}::int * interval '1 minute' as ahead`,
  )
  return row?.ahead === true
}

export async function loadConsumption(
  db: Database,
  merchantId: number,
  id: string,
): Promise<ConsumptionRow | undefined> {
  const [row] = await db.run(
    (sql) => sql<ConsumptionRow[]>`
      select c.id, c.code, a.code as "authorizationCode", c.reference, c.status, c.discount_id as "discountId",
        c.branch_id as "branchId", c.purchase_amount as "purchaseAmount", c.discount_amount as "discountAmount",
        c.final_amount as "finalAmount", c.consumption_date as "consumptionDate", c.registered_at as "registeredAt"
      from consumptions c join authorizations a on a.merchant_id = c.merchant_id and a.id = c.authorization_id
      where c.merchant_id = ${merchantId} and c.id = ${id}::bigint`,
  )
  return row
}

export type ConsumptionFilter = {
  from: string | undefined
  to: string | undefined
  branchId: number | undefined
  reference: string | undefined
  code: string | undefined
  /** The last row of the page before: microseconds since 1970 and id. */
  after: { registeredAtMicros: string; id: string } | undefined
  limit: number
}

/** Newest registered first (D46), one row more than the limit when there are more. */
export async function listConsumptions(db: Database, merchantId: number, f: ConsumptionFilter) {
  return db.run(
    (sql) => sql<(ConsumptionRow & { registeredAtMicros: string })[]>`
      select c.id, c.code, a.code as "authorizationCode", c.reference, c.status, c.discount_id as "discountId",
        c.branch_id as "branchId", c.purchase_amount as "purchaseAmount", c.discount_amount as "discountAmount",
        c.final_amount as "finalAmount", c.consumption_date as "consumptionDate", c.registered_at as "registeredAt",
        (extract(epoch from c.registered_at) * 1000000)::bigint as "registeredAtMicros"
      from consumptions c join authorizations a on a.merchant_id = c.merchant_id and a.id = c.authorization_id
      where c.merchant_id = ${merchantId}
        ${f.from === undefined ? sql`` : sql`and c.registered_at >= ${f.from}::timestamptz`}
        ${f.to === undefined ? sql`` : sql`and c.registered_at < ${f.to}::timestamptz`}
        ${f.branchId === undefined ? sql`` : sql`and c.branch_id = ${f.branchId}`}
        ${f.code === undefined ? sql`` : sql`and c.code = ${f.code}`}
        ${
          f.reference === undefined
            ? sql``
            : sql`and c.authorization_id in (
                select id from authorizations where merchant_id = ${merchantId} and reference = ${f.reference})`
        }
        ${
          f.after === undefined
            ? sql``
            : sql`and (c.registered_at, c.id) < (
                timestamptz 'epoch' + ${f.after.registeredAtMicros}::bigint * interval '1 microsecond', ${f.after.id}::bigint)`
        }
      order by c.registered_at desc, c.id desc
      limit ${f.limit + 1}`,
  )
}
