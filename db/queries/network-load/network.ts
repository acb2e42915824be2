import postgres, { type TransactionSql } from 'postgres'
import { atMostOne, inOrder, whole } from '@/db/rows'
import type { LiveKeys } from '@/lib/identification/identification'

/** Any number, as long as every load of a network file uses the same. */
const loadLock = 7_203_611_452

/** The most rows in one statement. */
const rowsPerStatement = 5_000

export type Tx = TransactionSql

/**
 * Makes this transaction the only load of a network file until it ends; another one waits for its turn. A load may take its
 * time, but waits at most some seconds for a row that somebody else holds.
 */
export async function lockLoads(tx: Tx): Promise<void> {
  await tx`set local statement_timeout = 0`
  await tx`set local lock_timeout = '120s'`
  await tx`select pg_advisory_xact_lock(${loadLock})`
  await tx`set local lock_timeout = '5s'`
}

/** Whether somebody else wrote the same at the same time, so that the whole transaction may simply run again. */
export const isRace = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && ['23505', '40001', '40P01'].includes(error.code)

/**
 * How the network file fills a table: the columns by which a row is found, those that the file updates, those that it sets on a
 * new row only, and the condition of the rows that it leaves as they are.
 */
type Filling = {
  readonly by: readonly string[]
  readonly update: readonly string[]
  readonly insertOnly?: readonly string[]
  readonly skipWhere?: string
}

const fillings = {
  identification_types: { by: ['id'], update: ['name'] },
  merchants: { by: ['key'], update: ['name', 'legal_id', 'enabled', 'late_notification_hours', 'misses_per_minute'] },
  branches: { by: ['merchant_id', 'key'], update: ['name', 'active'] },
  article_categories: { by: ['merchant_id', 'key'], update: ['name'] },
  articles: { by: ['merchant_id', 'sku'], update: ['name', 'article_category_id'] },
  discounts: {
    by: ['merchant_id', 'key'],
    update: [
      'name',
      'description',
      'status',
      'discount_type',
      'discount_value',
      'scope',
      'article_category_id',
      'article_id',
      'valid_from',
      'valid_to',
      'uses_per_collaborator_per_day',
      'uses_total',
      'budget',
      'minimum_purchase',
      'maximum_discount',
    ],
    skipWhere: `t.status = 'ended'`,
  },
  companies: { by: ['key'], update: ['name', 'legal_id'] },
  collaborator_types: { by: ['company_id', 'key'], update: ['name'] },
  affiliations: { by: ['company_id', 'merchant_id'], update: [] },
  users: { by: ['email'], update: ['name'], insertOnly: ['password_hash'] },
  merchant_memberships: { by: ['user_id', 'merchant_id'], update: ['permissions'] },
  company_memberships: { by: ['user_id', 'company_id'], update: ['permissions'] },
} as const satisfies Record<string, Filling>

type Fillings = typeof fillings
type FilledTable = keyof Fillings
export type TableWithId = Exclude<FilledTable, 'affiliations' | 'merchant_memberships' | 'company_memberships'>

/** A value of a row, as JSON that PostgreSQL converts to the column's own type. */
type Value = string | number | boolean | null | readonly string[] | Date
type ColumnOf<F extends Filling> = F['by'][number] | F['update'][number]
export type FilledRow<T extends FilledTable> = { readonly [column in ColumnOf<Fillings[T]>]: Value } & {
  readonly [column in Fillings[T] extends { insertOnly: readonly (infer C extends string)[] } ? C : never]: Value
}

const listed = (columns: readonly string[], row = ''): string => columns.map((column) => row + column).join(', ')
const equal = (columns: readonly string[]): string => columns.map((column) => `t.${column} = i.${column}`).join(' and ')
const incoming = (table: FilledTable): string =>
  `jsonb_populate_recordset(null::${table}, $1::text::jsonb) with ordinality i`

export function* chunks<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) yield rows.slice(from, from + rowsPerStatement)
}

/**
 * Brings a table to `rows`: missing rows are inserted in their order, different rows are updated, equal rows are not touched (no
 * new version, no lock, no number of the sequence spent).
 */
export async function fill<T extends FilledTable>(tx: Tx, table: T, rows: readonly FilledRow<T>[]): Promise<void> {
  const { by, update, insertOnly = [], skipWhere }: Filling = fillings[table]
  const columns = [...by, ...update, ...insertOnly]
  const unlessLeft = skipWhere === undefined ? '' : `and not (${skipWhere})`
  for (const chunk of chunks(rows)) {
    const json = [JSON.stringify(chunk)]
    if (update.length > 0) {
      await tx.unsafe(
        `update ${table} t set (${listed(update)}) = row(${listed(update, 'i.')}) from ${incoming(table)}
         where ${equal(by)} and (${listed(update, 't.')}) is distinct from (${listed(update, 'i.')}) ${unlessLeft}`,
        json,
      )
    }
    await tx.unsafe(
      `insert into ${table} (${listed(columns)}) select ${listed(columns, 'i.')} from ${incoming(table)}
       where not exists (select from ${table} t where ${equal(by)}) order by i.ordinality`,
      json,
    )
  }
}

/** As `fill`, and gives the ids of the rows, in their order. */
export async function fillWithIds<T extends TableWithId>(
  tx: Tx,
  table: T,
  rows: readonly FilledRow<T>[],
): Promise<number[]> {
  await fill(tx, table, rows)
  const ids: number[] = []
  for (const chunk of chunks(rows)) {
    const found = await tx.unsafe<{ n: number; id: number }[]>(
      `select i.ordinality::int as n, t.id from ${incoming(table)} join ${table} t on ${equal(fillings[table].by)} order by i.ordinality`,
      [JSON.stringify(chunk)],
    )
    for (const { id } of inOrder(found, chunk.length)) ids.push(id)
  }
  return ids
}

/** Which of these identification types the database knows. */
export async function findIdentificationTypes(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const found = await tx<{ id: number }[]>`select id from identification_types where id = any(${ids}::int[])`
  return new Set(whole(found).map(({ id }) => id))
}

/** Which of these e-mail addresses, in lower case, are users already. */
export async function findUserEmails(sql: postgres.Sql, emails: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ email: string }[]>`select email from users where email = any(${emails}::text[])`
  return new Set(whole(found).map(({ email }) => email))
}

/** Updates the planner's statistics of the tables of the network, except of a table that somebody else has locked. */
/** The generation with which rows are written, held until the transaction ends (ADR-0060). */
export async function holdKeyGeneration(tx: Tx): Promise<LiveKeys> {
  await tx`select hold_key_generation()`
  const rows = await tx<LiveKeys[]>`
    select key_generation as "keyGeneration", old_data_key_digest is not null as "halfRekeyed" from installation`
  return atMostOne(rows) ?? { keyGeneration: 1, halfRekeyed: false }
}

export async function analyseNetwork(tx: Tx): Promise<void> {
  await tx`analyze (skip_locked) merchants, discounts, companies, collaborator_types, collaborators, affiliations, grants`
}
