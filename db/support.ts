import type { TransactionSql } from 'postgres'
import type { Sql } from './client'
import { type OfficeDatabase, officeOver } from './office'
import { openOfficePool } from './office-pool'

/** For this transaction alone, so that it holds behind a pooler too (ADR-0006). The role is made and granted by `support.sql`, `roles.sql`. */
const asSupport = `set transaction read only; set local role aliado_support; set local search_path = support`

/**
 * A way to the database on which every statement and transaction is a support view's (ADR-0056): it reads what `support.sql` shows,
 * by the same queries as the offices, and writes nothing. A statement is refused where the role is not there.
 */
export function openSupportDatabase(
  databaseUrl: string,
  options: { poolMax: number; prepare?: boolean },
): OfficeDatabase {
  const become = async (tx: TransactionSql): Promise<void> => {
    await tx.unsafe(asSupport)
  }
  const pool = openOfficePool(
    databaseUrl,
    { applicationName: 'aliado support', statementTimeoutMs: 10_000, lockTimeoutMs: 3_000, ...options },
    async (sql, work) =>
      sql.begin(async (tx) => {
        await become(tx)
        return work(tx as unknown as Sql)
      }),
  )
  const begin = (...given: unknown[]): unknown => {
    const work = given.at(-1)
    if (typeof work !== 'function') throw new TypeError('a transaction needs its work')
    return Reflect.apply(pool.begin, pool, [
      ...given.slice(0, -1),
      async (tx: TransactionSql) => {
        await become(tx)
        return work(tx)
      },
    ])
  }
  const sql = new Proxy(pool, { get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)) })
  return { sql, db: officeOver(sql) }
}
