import type { StatementSql } from '@/db/client'
import type { Database } from '@/db/database'
import { atMostOne, theOnly } from '@/db/rows'

/**
 * Keeps what days add up to (ADR-0069), with what was sold until ten minutes ago (ADR-0084). Rows of sales are never deleted and their amounts, branch, company, discount and moment
 * never change (D34, D40), so that each is added once. Nothing that a till writes or waits for is locked or written here.
 */

type Source = 'authorizations' | 'consumptions'
type Summing = {
  readonly source: Source
  /** The bound that it keeps in `sales_summed`. */
  readonly kept: 'up_to' | 'by_company_up_to'
  readonly moment: 'registered_at' | 'authorized_at'
  readonly writersMs: number
}

/** Ids gone through by one transaction: short ones, beside the tills'. */
export const salesSumsBatch = 10_000

/** For how long those who write at that moment are waited for; a later turn asks again. */
const writersMsMax = 500

/**
 * Adds consumptions to the sums of their days, those until ten minutes ago. Returns how many ids it went through, `salesSumsBatch` when there may be more; none
 * where another process does it, or somebody writes for longer than it waits.
 */
export const sumConsumptionDays = (db: Database, writersMs = writersMsMax): Promise<number> =>
  sumNext(
    db,
    { source: 'consumptions', kept: 'up_to', moment: 'registered_at', writersMs },
    (sql, from, to) => sql`
      with added as materialized (
        select m.id as merchant_id, c.* from merchants m cross join lateral (
          select (registered_at at time zone 'America/Santo_Domingo')::date as day, branch_id, company_id, discount_id,
            purchase_amount, discount_amount, final_amount
          from consumptions where merchant_id = m.id and id > ${from} and id <= ${to} offset 0) c
      ), days as (
        insert into consumption_days as s
          (merchant_id, day, branch_id, discount_id, sales, purchase_amount, discount_amount, final_amount)
        select merchant_id, day, branch_id, discount_id, count(*), sum(purchase_amount), sum(discount_amount), sum(final_amount)
        from added group by merchant_id, day, branch_id, discount_id
        on conflict (merchant_id, day, branch_id, discount_id) do update set ${addedTo(sql)}
      )
      insert into consumption_months as s (merchant_id, month, company_id, sales, purchase_amount, discount_amount, final_amount)
      select merchant_id, date_trunc('month', day)::date as month, company_id, count(*), sum(purchase_amount), sum(discount_amount),
        sum(final_amount)
      from added group by merchant_id, month, company_id
      on conflict (merchant_id, month, company_id) do update set ${addedTo(sql)}`,
  )

/** The same by company, discount and day (ADR-0082), up to a bound of their own: a version before adds to the other sums alone. */
export const sumConsumptionCompanyDays = (db: Database, writersMs = writersMsMax): Promise<number> =>
  sumNext(
    db,
    { source: 'consumptions', kept: 'by_company_up_to', moment: 'registered_at', writersMs },
    (sql, from, to) => sql`
      insert into consumption_company_days as s (merchant_id, day, company_id, discount_id, sales, purchase_amount, discount_amount, final_amount)
      select m.id, c.day, c.company_id, c.discount_id, count(*), sum(c.purchase_amount), sum(c.discount_amount), sum(c.final_amount)
      from merchants m cross join lateral (
        select (registered_at at time zone 'America/Santo_Domingo')::date as day, company_id, discount_id, purchase_amount,
          discount_amount, final_amount
        from consumptions where merchant_id = m.id and id > ${from} and id <= ${to} offset 0) c
      group by m.id, c.day, c.company_id, c.discount_id
      on conflict (merchant_id, day, company_id, discount_id) do update set ${addedTo(sql)}`,
  )

/** The same for authorizations, in whatever state they are. */
export const sumAuthorizationDays = (db: Database, writersMs = writersMsMax): Promise<number> =>
  sumNext(
    db,
    { source: 'authorizations', kept: 'up_to', moment: 'authorized_at', writersMs },
    (sql, from, to) => sql`
      insert into authorization_days as s (merchant_id, day, branch_id, sales, purchase_amount, discount_amount, final_amount)
      select m.id, a.local_day, a.branch_id, count(*), sum(a.purchase_amount), sum(a.discount_amount), sum(a.final_amount)
      from merchants m cross join lateral (
        select local_day, branch_id, purchase_amount, discount_amount, final_amount
        from authorizations where merchant_id = m.id and id > ${from} and id <= ${to} offset 0) a
      group by m.id, a.local_day, a.branch_id
      on conflict (merchant_id, day, branch_id) do update set ${addedTo(sql)}`,
  )

const addedTo = (sql: StatementSql) => sql`
  sales = s.sales + excluded.sales, purchase_amount = s.purchase_amount + excluded.purchase_amount,
  discount_amount = s.discount_amount + excluded.discount_amount, final_amount = s.final_amount + excluded.final_amount`

type Add = (sql: StatementSql, from: number, to: number) => PromiseLike<unknown>

/**
 * Adds the rows with the next ids, all that there will ever be of them. Whoever has drawn an id holds a lock on the table from before
 * that until its rows are seen or gone: when those who write at the moment of the bound have ended, no row up to it can come any more. All
 * in one transaction, which ends with the server it began on.
 */
const sumNext = (db: Database, { source, kept, moment, writersMs }: Summing, add: Add): Promise<number> =>
  db.transaction(async (tx) => {
    const state = atMostOne(
      await tx.run(
        (sql) => sql<{ upTo: number }[]>`
          select ${sql(kept)}::float8 as "upTo" from sales_summed where source = ${source} for update skip locked`,
      ),
    )
    if (!state) return 0
    const { bound, writers } = theOnly(
      await tx.run(
        (sql) => sql<{ bound: number; writers: string[] }[]>`
          select least(coalesce(max(last.id), 0), ${state.upTo + salesSumsBatch})::float8 as bound,
            array(select virtualtransaction from pg_locks where ${writersOf(sql, source)}) as writers
          from merchants m cross join lateral (
            select id from ${sql(source)} where merchant_id = m.id
              and ${sql(moment)} < now() - interval '10 minutes'
            order by ${sql(moment)} desc, id desc limit 1) last`,
      ),
    )
    if (bound <= state.upTo || !(await haveEnded(tx, source, writers, writersMs))) return 0
    await tx.run((sql) => add(sql, state.upTo, bound))
    await tx.run((sql) => sql`update sales_summed set ${sql(kept)} = ${bound} where source = ${source}`)
    return bound - state.upTo
  })

const writersOf = (sql: StatementSql, source: Source) => sql`
  locktype = 'relation' and relation = ${source}::regclass and granted and pid is distinct from pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())
    and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`

async function haveEnded(tx: Database, source: Source, writers: readonly string[], msMax: number): Promise<boolean> {
  const until = Date.now() + msMax
  for (let pauseMs = 2; ; pauseMs *= 2) {
    const { write } = theOnly(
      await tx.run(
        (sql) => sql<{ write: boolean }[]>`
          select exists (select from pg_locks where ${writersOf(sql, source)} and virtualtransaction = any(${writers}::text[])) as write`,
      ),
    )
    if (!write) return true
    if (Date.now() + pauseMs > until) return false
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
