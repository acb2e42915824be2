import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { OfficeDb } from './office'

/** Rows deleted by one statement: short locks, and no transaction that grows with what is left to delete. */
const batchSize = 2_000

/**
 * Deletes rows of the column's table that came before a moment, the oldest first, and as many as one statement may (ADR-0071). Whether some
 * may be left.
 */
export async function deleteOldest(db: OfficeDb, column: PgColumn, before: SQL): Promise<boolean> {
  const table = sql.identifier(getTableName(column.table))
  const { count } = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${column} < ${before} order by ${column} limit ${batchSize}))`)
  return count === batchSize
}
