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

/** Whether an RNC has that text in it, whatever hyphens, points and spaces either is written with; no RNC has other signs. */
export const hasLegalId = (legalId: AnyPgColumn | SQL, text: string): SQL => {
  const inRnc = (of: AnyPgColumn | SQL | string) => sql`upper(regexp_replace(${of}::text, '[^[:alnum:]]', '', 'g'))`
  return sql`${text}::text ~ '^[[:alnum:] .-]*[[:alnum:]][[:alnum:] .-]*$' and ${inRnc(legalId)} like '%' || ${inRnc(text)} || '%'`
}
