import { randomBytes } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inject } from 'vitest'
import { connect, type Sql } from '@/db/client'
import { migrateDatabase } from '@/db/migrate'
import { startEmbeddedPostgres } from '@/server/embedded-postgres'
import { findPostmaster } from '@/server/postmaster'
import { projectRoot } from '@/server/settings'
import { keepPostgres } from '@/server/supervise'
import { halt } from '../fixtures/halt'

/** A PostgreSQL of a test's own, which it may end: it is kept running as `npm start` keeps its own. */
export type OwnPostgres = {
  readonly databaseUrl: string
  /** Ends the server: SIGINT is `pg_ctl restart -m fast`, SIGQUIT is `-m immediate`, after which it recovers as from a crash. */
  end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Stops every process of the server where it is, as a disk that answers nobody does, for so long. Gives how many there were. */
  stall(ms: number): Promise<number>
  stop(): Promise<void>
}

/** Durable: what it has confirmed, it keeps. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const directory = join(inject('runDirectory'), `postgres-${randomBytes(4).toString('hex')}`)
  const first = await startEmbeddedPostgres({ directory, durable: true })
  const { databaseUrl } = first
  await migrateDatabase(databaseUrl, join(projectRoot, 'db/migrations'))
  const port = Number(new URL(databaseUrl).port)
  const kept = keepPostgres(first, () => startEmbeddedPostgres({ directory, port, durable: true }))
  const data = await realpath(join(directory, 'postgres'))
  return {
    databaseUrl,
    end: async (signal) => {
      const postmaster = await findPostmaster(data)
      if (!postmaster) throw new Error('there is no PostgreSQL to end')
      process.kill(postmaster.pid, signal)
    },
    stall: async (ms) => {
      const postmaster = await findPostmaster(data)
      if (!postmaster) throw new Error('there is no PostgreSQL to stall')
      const halted = halt(postmaster.pid)
      await wait(ms)
      return halted.resume()
    },
    stop: kept.stop,
  }
}

/** Work over a connection of the test's own, new each time: one from before a fault may be dead. */
export async function withSql<T>(databaseUrl: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(databaseUrl, {
    poolMax: 4,
    applicationName: 'test',
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 30_000,
  })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
