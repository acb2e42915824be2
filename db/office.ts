import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from './client'
import { openOfficePool } from './office-pool'
import { officePlanSettings } from './plan-settings'
import * as schema from './schema'

/**
 * The offices' way to the database: drizzle over a small pool of its own, so that a page never takes a connection from a till.
 * Transactions are what the verbs of the offices need: a change and its audit event are one.
 */
export type OfficeDb = PostgresJsDatabase<typeof schema>

/** A transaction of the offices: what every query that belongs to a change takes first. */
export type OfficeTx = Parameters<Parameters<OfficeDb['transaction']>[0]>[0]

export type OfficeDatabase = { readonly db: OfficeDb; readonly sql: Sql }

type Options = {
  readonly poolMax: number
  readonly prepare?: boolean
  /** How long a statement may take, and wait for a lock. */
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
}

/** Opens the offices' pool. `sql` is the same pool, for what drizzle cannot say. */
export function openOfficeDatabase(databaseUrl: string, options: Options): OfficeDatabase {
  const sql = openOfficePool(databaseUrl, {
    applicationName: 'aliado office',
    poolMax: options.poolMax,
    ...(options.prepare === undefined ? {} : { prepare: options.prepare }),
    // A pooler's sessions take no settings of ours (ADR-0006).
    ...(options.prepare === false ? {} : { settings: officePlanSettings }),
    statementTimeoutMs: options.statementTimeoutMs ?? 10_000,
    lockTimeoutMs: options.lockTimeoutMs ?? 3_000,
  })
  return { sql, db: officeOver(sql) }
}

/** The queries of the offices over a pool that a program has opened for itself. */
export const officeOver = (sql: Sql): OfficeDb => drizzle(sql, { schema, casing: 'snake_case' })
