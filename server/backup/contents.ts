import type { Sql, TransactionSql } from 'postgres'
import { theOnly, whole } from '@/db/rows'

/** What every table holds: how many rows, and a checksum over all that they say. */
export type Contents = ReadonlyMap<string, { readonly rows: number; readonly checksum: string }>

export type Table = { readonly schema: string; readonly name: string }

/** All tables of the service, the list of applied migrations among them. */
export const listTables = (sql: Sql | TransactionSql): Promise<readonly Table[]> =>
  sql<Table[]>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('public', 'drizzle') order by tablename`

/**
 * To be called within a transaction of one snapshot, so that it shows one moment. Equal rows give equal contents, in whatever
 * order they are stored.
 */
export async function contentsOf(sql: Sql | TransactionSql): Promise<Contents> {
  const contents = new Map<string, { rows: number; checksum: string }>()
  for (const { schema, name } of whole(await listTables(sql))) {
    const summed = await sql<{ rows: number; checksum: string }[]>`
      select count(*)::float8 as rows,
        md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text) collate "C"), '')) as checksum
      from ${sql(schema)}.${sql(name)} t`
    contents.set(name, theOnly(summed))
  }
  return contents
}

export type Compared = {
  readonly table: string
  readonly rows: number | undefined
  readonly restoredRows: number | undefined
  readonly same: boolean
}

/** Table by table; one that only one side has is not the same. */
export function compare(dumped: Contents, restored: Contents): readonly Compared[] {
  const names = [...new Set([...dumped.keys(), ...restored.keys()])].sort()
  return names.map((table) => {
    const [was, is] = [dumped.get(table), restored.get(table)]
    return {
      table,
      rows: was?.rows,
      restoredRows: is?.rows,
      same: was !== undefined && was.rows === is?.rows && was.checksum === is.checksum,
    }
  })
}

/** Identity columns whose next number is taken already: the first insert after a restore would fail. */
export async function exhaustedSequences(sql: Sql): Promise<string[]> {
  const columns = await sql<{ schema: string; table: string; column: string; sequence: string }[]>`
    select table_schema as schema, table_name as table, column_name as column,
      pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) as sequence
    from information_schema.columns
    where table_schema in ('public', 'drizzle')
      and pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) is not null`
  const exhausted: string[] = []
  for (const { schema, table, column, sequence } of whole(columns)) {
    const rows = await sql<{ ahead: boolean }[]>`
      select coalesce((select max(${sql(column)}) from ${sql(schema)}.${sql(table)}), 0)
        <= coalesce(pg_sequence_last_value(${sequence}::regclass), 0) as ahead`
    if (!theOnly(rows).ahead) exhausted.push(`${table}.${column}`)
  }
  return exhausted
}
