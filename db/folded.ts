import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * A name in lower case and without the marks of Spanish, for search and order in a database of any collation. For texts that are
 * short and few: no index helps.
 */
export const folded = (text: AnyPgColumn | SQL | string): SQL =>
  sql`translate(lower(${text}::text), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun')`

/** Whether a name has that text in it, whatever its case and marks; what a pattern would read otherwise stands for itself. */
export const hasPart = (name: AnyPgColumn | SQL, text: string): SQL =>
  sql`${folded(name)} like ${folded(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}`
