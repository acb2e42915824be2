import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import postgres, { type TransactionSql } from 'postgres'
import { primarySettings } from '@/db/client'
import { migrateDatabase } from '@/db/migrate'
import { migrationsFolder } from '../migrations'
import { listTables, type Table } from './contents'

/** What was dumped, and how it becomes a database again. */
export type Dump = {
  readonly bytes: number
  /** Fills an empty database. */
  restore(emptyUrl: string): Promise<void>
}

type DumpedTable = Table & { readonly columns: readonly string[]; readonly file: string }
type Sequence = { readonly sequence: string; readonly last: string }

/**
 * Dumps the rows of `tx`, a transaction of one snapshot, into files of `directory`, by PostgreSQL's COPY. The schema is not in
 * the files: a restore runs this version's migrations, so the database must be at this version.
 */
export async function dumpByCopy(tx: TransactionSql, directory: string): Promise<Dump> {
  const tables: DumpedTable[] = []
  let bytes = 0
  for (const table of await inOrderOfReference(tx)) {
    const columns = await listWrittenColumns(tx, table)
    const file = join(directory, `${table.schema}.${table.name}.copy`)
    // PostgreSQL copies the rows of a partitioned table from a query, not from the table.
    const rows = await tx`copy (select ${tx(columns)} from ${tx(table.schema)}.${tx(table.name)}) to stdout`.readable()
    await pipeline(rows, createWriteStream(file, { mode: 0o600 }))
    // postgres.js 3.4.9 leaves the socket paused when the last rows filled the stream: only another read resumes it.
    rows._read(0)
    bytes += (await stat(file)).size
    tables.push({ ...table, columns, file })
  }
  // Sequences belong to no snapshot. Read after the rows, they are at or past every number that the rows took.
  const sequences = await tx<Sequence[]>`
    select format('%I.%I', schemaname, sequencename) as sequence, last_value as last from pg_sequences
    where schemaname in ('public', 'drizzle') and last_value is not null`
  return { bytes, restore: (emptyUrl) => restore(emptyUrl, tables, [...sequences]) }
}

async function restore(
  emptyUrl: string,
  tables: readonly DumpedTable[],
  sequences: readonly Sequence[],
): Promise<void> {
  await migrateDatabase(emptyUrl, migrationsFolder)
  const sql = postgres(emptyUrl, {
    ...primarySettings(emptyUrl),
    max: 1,
    onnotice: () => {},
    connection: { TimeZone: 'UTC', statement_timeout: 0 },
  })
  try {
    await sql.begin(async (tx) => {
      const named = ({ schema, name }: Table) => tx`${tx(schema)}.${tx(name)}`
      // The dumped rows already hold what the triggers made of them. Foreign keys stay on, and check every row but those of the sales, whose
      // checks are triggers (ADR-0091): their rows are those of the snapshot, and the drill asks for all invariants.
      for (const table of tables) await tx`alter table ${named(table)} disable trigger user`
      // The rows that migrations have written are in the files too.
      for (const table of tables.toReversed()) await tx`delete from ${named(table)}`
      for (const table of tables) {
        const rows = tx`copy ${named(table)} (${tx(table.columns)}) from stdin`
        await pipeline(createReadStream(table.file), await rows.writable())
      }
      for (const table of tables) await tx`alter table ${named(table)} enable trigger user`
      for (const { sequence, last } of sequences) await tx`select setval(${sequence}::regclass, ${last}::bigint)`
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Every table after those that it refers to. Throws when there is no such order. */
async function inOrderOfReference(tx: TransactionSql): Promise<Table[]> {
  const references = await tx<{ from: string; to: string }[]>`
    select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`
  const waiting = [...(await listTables(tx))]
  const ordered: Table[] = []
  while (waiting.length > 0) {
    const isFree = ({ name }: Table) =>
      references.every(({ from, to }) => from !== name || !waiting.some((other) => other.name === to))
    const next = waiting.findIndex(isFree)
    if (next < 0) throw new Error('Tables refer to each other in a circle: they cannot be restored one after another.')
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}

/** All columns but those that PostgreSQL computes. */
async function listWrittenColumns(tx: TransactionSql, { schema, name }: Table): Promise<string[]> {
  const columns = await tx<{ column: string }[]>`
    select column_name as column from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} and is_generated = 'NEVER' order by ordinal_position`
  return columns.map(({ column }) => column)
}
