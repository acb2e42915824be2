import { connect, type Sql, type StatementSql } from '@/db/client'
import { Database } from '@/db/database'
import { type OfficeDatabase, type OfficeTx, openOfficeDatabase } from '@/db/office'
import { Pool } from '@/db/pool'
import { Gate } from '@/lib/kernel/gate'
import type { TestDatabase } from '../../fixtures/database'
import { newTenant, type Tenant } from '../tenants/tenant'

/** A tenant of its own, and each kind of pool with one connection, so that whoever asks next gets the one of who asked before. */
export type World = {
  /** For what a line needs before it asks. */
  readonly sql: Sql
  readonly mine: Tenant
  readonly tills: Database
  readonly office: OfficeDatabase
  /** The offices' pool as a query in a transaction takes it: its statement is the first on the connection. */
  readonly tx: OfficeTx
  /** The pool of a program's work. */
  readonly program: Sql
}

/** Prepares what a query needs, and gives the call of it. */
export type Line = (world: World) => (() => Promise<unknown>) | Promise<() => Promise<unknown>>

/** By `path#name` of the query. */
export type Lines = Readonly<Record<string, Line>>

const options = { applicationName: 'test poison' }

export function openPools({ databaseUrl, sql }: TestDatabase) {
  const gate = new Gate({ size: 1, waitMsMax: 10_000, queueMax: 10 })
  const tills = new Database(new Pool(databaseUrl, options), gate, new Pool(databaseUrl, options))
  const office = openOfficeDatabase(databaseUrl, { poolMax: 1 })
  const program = connect(databaseUrl, { ...options, poolMax: 1 })
  return {
    newWorld: async (): Promise<World> => ({
      sql,
      mine: await newTenant(sql),
      tills,
      office,
      // No transaction: its `begin` would be the statement that follows the failure, not the query.
      tx: office.db as unknown as OfficeTx,
      program,
    }),
    /** Lets a statement fail behind two rows on every connection. Gives the codes of the errors. */
    poison: () => {
      const fail = (on: StatementSql) => on`select i, 'poison' as text, 1/(i-3) from generate_series(1, 5) i`
      const everywhere = [tills.run(fail), tills.sharedPool?.run(fail), fail(office.sql), fail(program)]
      return Promise.all(
        everywhere.map((one) =>
          Promise.resolve(one).then(
            () => 'no error',
            (error) => error.code,
          ),
        ),
      )
    },
    close: async () => {
      await Promise.all([tills.pool.close(), tills.sharedPool?.close(), office.sql.end(), program.end({ timeout: 5 })])
    },
  }
}

/**
 * What an answer is made of, without what differs from tenant to tenant: a list by what its items are made of and whether it has
 * holes, a text and a number by being empty or not.
 */
export function shapeOf(value: unknown): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) === 0 ? 'zero' : 'a number'
  if (typeof value === 'string') return value === '' ? 'no text' : 'a text'
  if (value instanceof Date) return 'a moment'
  if (Buffer.isBuffer(value)) return 'bytes'
  if (value instanceof Set || value instanceof Map) return shapeOf([...value])
  if (!Array.isArray(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
  if (Object.keys(value).length < value.length) return 'a list with a hole'
  return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))].sort()
}
