import type { Sql } from '@/db/client'
import { encryptIdentification, type IdentificationKeys } from '@/lib/identification/identification'
import { assert } from '@/lib/kernel/assert'
import { affiliationsPerCompany, discountsPerMerchant, type Shape } from './network'

const rowsPerStatement = 50_000

/** The purchases number `from` to `to` of requests.ts, with the rows that they name. */
const purchases = (shape: Shape, from: string, to: string): string => `
  select n, p.merchant_id, d.id as discount_id, company as company_id, person as collaborator_id, amount,
    d.discount_type, d.discount_value, round(amount * d.discount_value / 100, 2) as discount_amount
  from (
    select n, person, company, (5000 + n * 7919 % 495001)::numeric / 100 as amount,
      1 + (company * 7 + 13 * j) % ${shape.merchants} as merchant_id, (company + j) % 5 as slot
    from (
      select n, person, 1 + (person - 1) % ${shape.companies} as company, (n % ${affiliationsPerCompany}) as j
      from (select n, id - (id % 20 = 0)::int as person
        from (select n, 1 + n * 7919 % ${shape.collaborators} as id from generate_series(${from}, ${to}) n) ids) people
    ) companies
  ) p
  join discounts d on d.id = (p.merchant_id - 1) * ${discountsPerMerchant} + slot + 1`

const columns = `merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id, purchase_amount,
  discount_amount, final_amount, discount_type, discount_value, scope`
const values = (kind: string, letter: string) => `merchant_id,
  regexp_replace(upper(substr(md5('${kind} ' || n), 1, 20)), '(.{4})(?!$)', '\\1-', 'g'), '${letter}-' || n,
  discount_id, company_id, collaborator_id, merchant_id, amount, discount_amount, amount - discount_amount, discount_type,
  discount_value, 'store'`

/** Makes the authorizations that consumptions number `from` and following will confirm. */
export async function prepareAuthorizations(sql: Sql, shape: Shape, from: number, count: number): Promise<void> {
  await inBulk(sql, from, from + count - 1, [
    `insert into authorizations (${columns}, expires_at)
     select ${values('bench', 'C')}, now() + interval '1 day' from (${purchases(shape, '$1', '$2')}) p`,
  ])
}

/** One in so many purchases of the history is of the first merchant, at a company that is affiliated with it. */
const historyOfFirst = 10

/** One of the companies that buy of it then; `pastPurchases` takes the multiples. */
export const companyOfFirst = ({ merchants }: Shape): number => merchants

/** The same purchases, of which the first merchant has more than its share. */
const pastPurchases = (shape: Shape, from: string, to: string): string => {
  const { companies, collaborators, merchants } = shape
  const company = `${companyOfFirst(shape)} * (1 + n / ${historyOfFirst} % ${companies / merchants})`
  return `
    select n, 1 as merchant_id, d.id as discount_id, company as company_id,
      company + ${companies} * (n / ${historyOfFirst} % ${collaborators / companies}) as collaborator_id, amount, d.discount_type,
      d.discount_value, round(amount * d.discount_value / 100, 2) as discount_amount
    from (select n, ${company} as company, (5000 + n * 7919 % 495001)::numeric / 100 as amount
      from generate_series(${from}, ${to}) n where n % ${historyOfFirst} = 0) p
    join discounts d on d.id = company % 5 + 1
    union all
    select * from (${purchases(shape, from, to)}) p where n % ${historyOfFirst} > 0`
}

/**
 * Adds purchases of the last 90 days, each authorized and consumed, with the keys of both: those numbered `from` and following of `all`, whose
 * numbers are their ids and follow the moments, as they do where sales are made one after another.
 */
export async function addHistory(sql: Sql, shape: Shape, from: number, count: number, all: number): Promise<void> {
  const when = `now() - interval '1 hour' - (${all} - n) * (interval '90 days' / ${all})`
  await inBulk(sql, from, from + count - 1, [
    `with used as (
       insert into authorizations (id, ${columns}, status, authorized_at, expires_at, ended_at) overriding system value
       select n, ${values('history', 'H')}, 'Consumed', ${when}, ${when} + interval '15 minutes', ${when} + interval '5 minutes'
       from (${pastPurchases(shape, '$1', '$2')}) p
       returning *
     ), registered as (
       insert into consumptions (id, merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
         api_key_id, purchase_amount, discount_amount, final_amount, consumption_date, registered_at) overriding system value
       select id, merchant_id, 'X' || code, id, reference, discount_id, company_id, collaborator_id, api_key_id,
         purchase_amount, discount_amount, final_amount, ended_at, ended_at
       from used
     )
     insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id, consumption_id)
     select merchant_id, gen_random_uuid(), sha256(code::bytea), id, null from used
     union all
     select merchant_id, gen_random_uuid(), sha256(id::text::bytea), null, id from used`,
  ])
}

/** Adds people who never come to a till, all with the same identification for those who read it in the offices. */
export async function addCollaborators(
  sql: Sql,
  shape: Shape,
  keys: IdentificationKeys,
  from: number,
  count: number,
): Promise<void> {
  const shown = encryptIdentification(keys, '40200000009').toString('hex')
  await inBulk(sql, from, from + count - 1, [
    `insert into collaborators (company_id, identification_type_id, identification_hmac, identification_ciphertext,
       first_name, last_name)
     select 1 + n % ${shape.companies}, 1, sha256(('person ' || n)::bytea), '\\x${shown}', 'Ana', 'Pérez'
     from generate_series($1, $2) n`,
  ])
  // What their triggers would have counted.
  await sql`
    insert into company_people as counted (company_id, people)
    select company_id, count(*) from collaborators where active and id >= ${from} group by company_id
    on conflict (company_id) do update set people = counted.people + excluded.people`
}

/** A day of so many calls, of the merchants as the history has them; the last is yesterday. */
export async function addCalls(sql: Sql, { merchants }: Shape, daysAgo: number, count: number): Promise<void> {
  const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const name = `api_request_days.d${day.replaceAll('-', '')}`
  await sql.unsafe(
    `create table if not exists ${name} partition of api_requests for values from ('${day}') to (date '${day}' + 1)`,
  )
  await inBulk(sql, 0, count - 1, [
    `insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, duration_ms, request_id, reference,
       address, details)
     select m, at, uuidv7(at - now()), m, (array['checkEligibility','applyDiscount','registerConsumption'])[1 + n % 3],
       case when n % 20 = 0 then 404 else 200 end, case when n % 20 = 0 then 'NOT_FOUND' end, n % 50, 'r' || n || '-${day}',
       case when n % 3 > 0 then 'H-' || n end, '10.0.' || n % 200 || '.' || n % 250,
       '{"input":{"identificationTypeId":1,"purchaseAmount":1250.50,"branchId":1},"value":{"hasBenefits":true},"terminal":"caja-1"}'
     from (select n, case when n % ${historyOfFirst} = 0 then 1 else 1 + n * 7919 % ${merchants} end as m,
         timestamptz '${day} UTC' + n * (interval '1 day' / ${count}) as at
       from generate_series($1, $2) n) calls`,
  ])
}

/**
 * Adds rows to tables that have no indexes meanwhile: they are built afterwards, which for millions of rows takes a part of the time. For a
 * superuser.
 */
export async function withoutIndexes(sql: Sql, tables: readonly string[], add: () => Promise<void>): Promise<void> {
  await sql`update pg_index set indisready = false, indisvalid = false where indrelid = any(${[...tables]}::regclass[])`
  await add()
  const connection = await sql.reserve()
  try {
    await connection`set maintenance_work_mem = '1GB'`
    for (const table of tables) await connection.unsafe(`reindex table ${table}`)
  } finally {
    await connection`reset maintenance_work_mem`
    connection.release()
  }
}

/** Statements over the numbers `from` to `to`, without triggers: foreign keys hold by construction, and nothing is limited. */
async function inBulk(sql: Sql, from: number, to: number, statements: readonly string[]): Promise<void> {
  const connection = await sql.reserve()
  try {
    await connection`set session_replication_role = replica`
    for (let first = from; first <= to; first += rowsPerStatement) {
      const last = Math.min(first + rowsPerStatement - 1, to)
      for (const statement of statements) {
        await connection.unsafe(statement.replaceAll('$1', `${first}::bigint`).replaceAll('$2', `${last}::bigint`))
      }
    }
  } finally {
    await connection`reset session_replication_role`
    connection.release()
  }
}

/** How many rows of each kind there are, and how many authorizations and consumptions have wrong amounts. */
export type Tally = { authorizations: number; consumptions: number; keys: number; tokens: number; wrong: number }

/** Counts the rows beyond those of `since`. Amounts are computed again from the discounts themselves. */
export async function tally(sql: Sql, since: { authorizationId: string; consumptionId: string }): Promise<Tally> {
  const [row] = await sql<Tally[]>`
    with written as (
      select 'a' as kind, discount_id, purchase_amount, discount_amount, final_amount
      from authorizations where id > ${since.authorizationId}
      union all
      select 'c', discount_id, purchase_amount, discount_amount, final_amount
      from consumptions where id > ${since.consumptionId}
    )
    select count(*) filter (where kind = 'a')::int as authorizations,
      count(*) filter (where kind = 'c')::int as consumptions,
      (select count(*) from idempotency_keys
        where authorization_id > ${since.authorizationId} or consumption_id > ${since.consumptionId})::int as keys,
      (select count(*) from access_tokens)::int as tokens,
      count(*) filter (where w.final_amount <> w.purchase_amount - w.discount_amount
        or w.discount_amount <> round(w.purchase_amount * d.discount_value / 100, 2))::int as wrong
    from written w join discounts d on d.id = w.discount_id`
  assert(row, 'a count has one row')
  return row
}

export async function newestIds(sql: Sql): Promise<{ authorizationId: string; consumptionId: string }> {
  const [row] = await sql<{ authorizationId: string; consumptionId: string }[]>`
    select coalesce((select max(id) from authorizations), 0)::text as "authorizationId",
      coalesce((select max(id) from consumptions), 0)::text as "consumptionId"`
  return row ?? { authorizationId: '0', consumptionId: '0' }
}
