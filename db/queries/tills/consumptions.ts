import type { StatementSql } from '@/db/client'
import { type Database, gatheredWrite, valuesOf, writeAlone } from '@/db/database'
import { violates } from '@/db/errors'
import { lateHoursInForce } from '@/db/policies'
import { type Questions, writtenJoin } from '@/db/questions'
import { theOnly, type Values, valuesInOrder, whole } from '@/db/rows'
import type { CredentialIds } from './authorizations'
import { keptColumns, type Presenting, presentingAccessToken, presentingApiKey, writeBy } from './openings'

/** What is told of a consumption to whoever makes it. */
export type ConsumptionRow = {
  code: string
  authorizationCode: string
  reference: string
  status: 'Registered'
  purchaseAmount: string
  discountAmount: string
  finalAmount: string
  consumptionDate: Date
}

/** And in a list. */
export type ListedConsumptionRow = ConsumptionRow & {
  id: string
  discountId: number
  branchId: number | null
  registeredAt: Date
  isLate: boolean
}

/**
 * The recorded amounts: the authorized ones where the till names no total, or the total that it names with the amounts under it
 * (D40). The type excludes a new total without its amounts, and the statement that writes refuses it too.
 */
export type PaidAmounts =
  | { newTotal: null; recalculated: null }
  | { newTotal: string; recalculated: { purchaseAmount: string; discountAmount: string; finalAmount: string } }

export type NewConsumption = CredentialIds &
  PaidAmounts & {
    merchantId: number
    code: string
    authorizationCode: string
    reference: string
    consumptionDate: string
    idempotencyKey: string
    fingerprint: Buffer
  }

/** D39: how far a till's clock may be ahead. */
const futureMinutesMax = 5

const inOneOrder = `
    order by merchant_id, reference`

/**
 * Confirms each of `asked`, one row a call, as far as it `may`: one statement that ends the authorizations that are still usable on the
 * database clock, inserts the consumptions and binds the idempotency keys to them. None is recorded with another total than the till
 * named. Each input has a row in the result, with an id only where it was done. The state is asked for so that no index of the active ones
 * alone fits: a plan made while there are few would read them all (ADR-0070).
 */
const consumeStatement = (asked: string, areSeveral: boolean, told: readonly string[]): string => `
  with asked as materialized (${asked}${areSeveral ? inOneOrder : ''}
  ), used as (
    update authorizations a set status = 'Consumed', ended_at = clock_timestamp()
    from asked c
    where c.may and a.merchant_id = c.merchant_id and a.code = c.authorization_code and a.reference = c.reference
      and (a.status = 'Authorized') is not false and a.expires_at > clock_timestamp()
      and c.consumption_date <= now() + ${futureMinutesMax} * interval '1 minute'
      and c.purchase_amount is not distinct from c.new_total
    returning a.id, a.merchant_id, c.new_code, c.reference, a.discount_id, a.company_id, a.collaborator_id, a.branch_id, c.api_key_id,
      c.oauth_client_id, coalesce(c.purchase_amount, a.purchase_amount) as purchase_amount,
      coalesce(c.discount_amount, a.discount_amount) as discount_amount,
      coalesce(c.final_amount, a.final_amount) as final_amount, c.consumption_date, c.key, c.fingerprint
  ), registered as (
    insert into consumptions (
      merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id,
      oauth_client_id, purchase_amount, discount_amount, final_amount, consumption_date)
    select merchant_id, new_code, id, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id,
      oauth_client_id, purchase_amount, discount_amount, final_amount, consumption_date
    from used
    returning *
  ), bound as (
    insert into idempotency_keys (merchant_id, key, fingerprint, consumption_id)
    select r.merchant_id, u.key, decode(u.fingerprint, 'hex'), r.id
    from used u ${writtenJoin(areSeveral)} registered r on u.merchant_id = r.merchant_id and u.id = r.authorization_id
  )
  select ${['c.n', ...doneTexts, ...told].join(', ')}
  from asked c ${writtenJoin(areSeveral)} registered r on c.merchant_id = r.merchant_id and c.new_code = r.code`

/** Null where nothing was done. */
const recorded = 'r.purchase_amount'

/** What whoever asked does not know already. */
const doneTexts = [recorded, 'r.discount_amount', 'r.final_amount', 'r.consumption_date']

const readDone = (
  row: Values,
  at: number,
  { code, authorizationCode, reference }: Pick<NewConsumption, 'code' | 'authorizationCode' | 'reference'>,
): ConsumptionRow | undefined =>
  row[at] === null
    ? undefined
    : {
        code,
        authorizationCode,
        reference,
        status: 'Registered',
        purchaseAmount: row[at] as string,
        discountAmount: row[at + 1] as string,
        finalAmount: row[at + 2] as string,
        consumptionDate: row[at + 3] as Date,
      }

const consumeAllStatement = consumeStatement(
  `
    select *, true as may from json_to_recordset($1::text::json) as c (
      n int, merchant_id int, new_code text, authorization_code text, reference text, consumption_date timestamptz,
      api_key_id int, oauth_client_id int, new_total numeric, purchase_amount numeric, discount_amount numeric,
      final_amount numeric, key uuid, fingerprint text)`,
  true,
  [],
)

const consumeAll = async (sql: StatementSql, consumptions: readonly NewConsumption[]) => {
  const rows = await valuesOf(sql, consumeAllStatement, [JSON.stringify(consumptions.map(toJson))])
  const inOrder = valuesInOrder(rows, consumptions.length)
  return consumptions.map((consumption, at) => readDone(inOrder[at] as Values, 1, consumption))
}

const toJson = (c: NewConsumption, at: number) => ({
  n: at + 1,
  merchant_id: c.merchantId,
  new_code: c.code,
  authorization_code: c.authorizationCode,
  reference: c.reference,
  consumption_date: c.consumptionDate,
  api_key_id: c.apiKeyId,
  oauth_client_id: c.oauthClientId,
  new_total: c.newTotal,
  purchase_amount: c.recalculated?.purchaseAmount,
  discount_amount: c.recalculated?.discountAmount,
  final_amount: c.recalculated?.finalAmount,
  key: c.idempotencyKey,
  fingerprint: c.fingerprint.toString('hex'),
})

const consumeTogether = gatheredWrite(consumeAll)

/** A consumption without a new total, of a merchant that its credential will tell. */
export type ConsumptionAsked = Pick<
  NewConsumption,
  'code' | 'authorizationCode' | 'reference' | 'consumptionDate' | 'idempotencyKey' | 'fingerprint'
>

const confirmedColumns = {
  new_code: 'text',
  authorization_code: 'text',
  reference: 'text',
  consumption_date: 'timestamptz',
  key: 'uuid',
  fingerprint: 'text',
}

/**
 * A credential, and what it confirmed at its merchant: by one statement in place of two (ADR-0076). It confirms only what nobody could
 * refuse. Else the credential is read alone, as it is without this, and the call goes on by it.
 */
function consumeBy<Presented, Row extends object>(by: Presenting<Presented, Row>) {
  const { kept, told } = keptColumns(by, recorded)
  const statement = ({ from, areSeveral }: Questions) =>
    consumeStatement(
      `
    select q.n::int, q.new_code, q.authorization_code, q.reference, q.consumption_date, q.key, q.fingerprint, ${by.ids},
      null::numeric as new_total, null::numeric as purchase_amount, null::numeric as discount_amount,
      null::numeric as final_amount, ${kept.join(', ')}, coalesce(${by.may}, false) as may
    from ${from}
    ${by.parts.joins}`,
      areSeveral,
      told,
    )
  const toValues = (c: ConsumptionAsked) => ({
    new_code: c.code,
    authorization_code: c.authorizationCode,
    reference: c.reference,
    consumption_date: c.consumptionDate,
    key: c.idempotencyKey,
    fingerprint: c.fingerprint.toString('hex'),
  })
  return writeBy(by, confirmedColumns, statement, toValues, { read: readDone, width: doneTexts.length })
}

export const consumeByApiKey = consumeBy(presentingApiKey)
export const consumeByAccessToken = consumeBy(presentingAccessToken)

/**
 * Confirms. Undefined when nothing was done; the caller then asks why. A consumption with new amounts is sent alone, since it may
 * give back a part of a counted budget, for whose row many wait.
 */
export async function consume(db: Database, consumption: NewConsumption): Promise<ConsumptionRow | undefined> {
  try {
    return consumption.newTotal === null
      ? await consumeTogether(db, consumption)
      : await writeAlone(db, consumeAll, consumption)
  } catch (error) {
    if (violates(error, 'idempotency_keys_pkey')) return undefined
    throw error
  }
}

/**
 * Confirms an authorization that expired by itself, where the merchant's policy admits it (D61): the purchase was paid before the
 * authorization ended, the call comes within the policy's hours after that, no other authorization of the reference is active or
 * consumed, and the limits have room now. Undefined where one of these does not hold, and `exhausted` where the limits have no room. The
 * authorizations of the reference are locked, so that of two late calls for one reference the second sees what the first did.
 */
export async function consumeLate(
  db: Database,
  consumption: NewConsumption,
): Promise<ConsumptionRow | 'exhausted' | undefined> {
  const c = toJson(consumption, 0)
  try {
    const rows = await db.run(
      (sql) => sql<(ConsumptionRow | { code: null })[]>`
        with held as materialized (
          select id, code, status, expires_at from authorizations
          where merchant_id = ${c.merchant_id} and reference = ${c.reference}
          order by id for update
        ), used as (
          update authorizations a set status = 'Consumed', ended_at = clock_timestamp()
          from held h join (
            select m.id, ${sql.unsafe(lateHoursInForce)} as late_hours from merchants m where m.id = ${c.merchant_id}
          ) m on true
          where a.merchant_id = ${c.merchant_id} and a.id = h.id and h.code = ${c.authorization_code}
            and (h.status = 'Expired' or h.status = 'Authorized' and h.expires_at <= now())
            and ${c.consumption_date}::timestamptz < h.expires_at
            and m.late_hours > 0
            and now() <= h.expires_at + m.late_hours * interval '1 hour'
            and not exists (
              select from held o
              where o.id <> h.id and (o.status = 'Consumed' or o.status = 'Authorized' and o.expires_at > now()))
          returning a.*, m.late_hours
        ), registered as (
          insert into consumptions (
            merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id, api_key_id,
            oauth_client_id, purchase_amount, discount_amount, final_amount, consumption_date, late_hours)
          select merchant_id, ${c.new_code}, id, reference, discount_id, company_id, collaborator_id, branch_id,
            ${c.api_key_id}::int, ${c.oauth_client_id}::int, coalesce(${c.purchase_amount ?? null}::numeric, purchase_amount),
            coalesce(${c.discount_amount ?? null}::numeric, discount_amount),
            coalesce(${c.final_amount ?? null}::numeric, final_amount), ${c.consumption_date}::timestamptz,
            late_hours
          from used
          returning *
        ), bound as (
          insert into idempotency_keys (merchant_id, key, fingerprint, consumption_id)
          select merchant_id, ${c.key}::uuid, decode(${c.fingerprint}, 'hex'), id from registered
        )
        select r.code, ${c.authorization_code} as "authorizationCode", r.reference, r.status,
          r.purchase_amount as "purchaseAmount", r.discount_amount as "discountAmount", r.final_amount as "finalAmount",
          r.consumption_date as "consumptionDate"
        from (select) asked left join registered r on true`,
    )
    const row = theOnly(rows)
    return row.code === null ? undefined : row
  } catch (error) {
    if (violates(error, 'idempotency_keys_pkey')) return undefined
    if (violates(error, 'discount_limits')) return 'exhausted'
    throw error
  }
}

/** Whether an instant is further ahead of the database clock than D39 allows. */
export async function isTooFarAhead(db: Database, instant: string): Promise<boolean> {
  const rows = await db.run(
    (sql) => sql<{ ahead: boolean }[]>`
      select ${instant}::timestamptz > now() + ${futureMinutesMax}::int * interval '1 minute' as ahead`,
  )
  return theOnly(rows).ahead
}

/** The consumption to which a key is bound, or that an authorization became. */
export async function loadConsumption(db: Database, merchantId: number, id: string): Promise<ConsumptionRow> {
  const rows = await db.run(
    (sql) => sql<ConsumptionRow[]>`
      select c.code, a.code as "authorizationCode", c.reference, c.status, c.purchase_amount as "purchaseAmount",
        c.discount_amount as "discountAmount", c.final_amount as "finalAmount", c.consumption_date as "consumptionDate"
      from consumptions c join authorizations a on a.merchant_id = c.merchant_id and a.id = c.authorization_id
      where c.merchant_id = ${merchantId} and c.id = ${id}::bigint`,
  )
  return theOnly(rows)
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
  const rows = await db.run(
    (sql) => sql<(ListedConsumptionRow & { registeredAtMicros: string })[]>`
      select c.id, c.code, a.code as "authorizationCode", c.reference, c.status, c.discount_id as "discountId",
        c.branch_id as "branchId", c.purchase_amount as "purchaseAmount", c.discount_amount as "discountAmount",
        c.final_amount as "finalAmount", c.consumption_date as "consumptionDate", c.registered_at as "registeredAt",
        c.late_hours is not null as "isLate", (extract(epoch from c.registered_at) * 1000000)::bigint as "registeredAtMicros"
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
  return whole(rows)
}
