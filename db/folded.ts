import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * A name in lower case and without the marks of Spanish, for search and order in a database of any collation. For texts that are
 * short and few: no index helps.
 */
export const folded = (text: AnyPgColumn | SQL | string): SQL =>
  sql`translate(lower(${text}::text), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun')`
