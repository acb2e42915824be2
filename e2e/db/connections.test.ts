import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import { Database } from '@/db/database'
import { Miscount, watched } from '@/db/driver-query'
import { type OfficeDatabase, openOfficeDatabase } from '@/db/office'
import { Pool, PoolGroup } from '@/db/pool'
import { theOnly } from '@/db/rows'
import { Gate } from '@/lib/kernel/gate'
import { startChaosProxy } from '../fixtures/chaos-proxy'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { copyPublishedDriver } from '../fixtures/published-driver'

/** A connection in doubt is given up, and what it gave is nobody's (ADR-0018). */

let database: TestDatabase
let folder: string
let published: typeof postgres

beforeAll(async () => {
  database = await createDatabase()
  await database.sql`create table things (id int primary key)`
  await database.sql`insert into things values (1)`
  folder = await copyPublishedDriver()
  const module: { default: typeof postgres } = await import(pathToFileURL(join(folder, 'src/index.js')).href)
  published = module.default
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

const failBehindRows = (sql: Sql) => sql`select i, 1/(i-3) from generate_series(1, 5) i`
const violate = (sql: Sql) => sql`insert into things values (1)`
const pidOf = async (sql: Sql) => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid

/** Runs with a watched client of the driver as published, and tells how often it was in doubt. */
async function watching(work: (sql: Sql) => Promise<unknown>): Promise<number> {
  let doubts = 0
  const client = published(database.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await work(
      watched(client, () => {
        doubts += 1
      }),
    )
  } finally {
    await client.end()
  }
  return doubts
}

describe('a watched client', () => {
  it('gives nobody a result of another length than PostgreSQL counted, even from the driver as published', async () => {
    const doubts = await watching(async (sql) => {
      await expect(failBehindRows(sql)).rejects.toMatchObject({ code: '22012' })
      await expect(sql`select 'x' as x`).rejects.toThrow(
        new Miscount("3 places in a result, and 1 rows by PostgreSQL's count"),
      )
      expect(await sql`select 'x' as x`).toEqual([{ x: 'x' }])
      await expect(failBehindRows(sql)).rejects.toMatchObject({ code: '22012' })
      await expect(sql`select from things`).rejects.toBeInstanceOf(Miscount)
      await expect(failBehindRows(sql)).rejects.toMatchObject({ code: '22012' })
      await expect(sql`show work_mem`).rejects.toBeInstanceOf(Miscount)
      await expect(failBehindRows(sql)).rejects.toMatchObject({ code: '22012' })
      await expect(sql.unsafe('select 1 as one').values()).rejects.toBeInstanceOf(Miscount)
    })
    expect(doubts).toBe(8)
  })

  it('gives every kind of result as it is', async () => {
    const doubts = await watching(async (sql) => {
      expect(await sql`select`).toHaveLength(1)
      expect(await sql`select from things where false`).toHaveLength(0)
      expect((await sql`insert into things values (2), (3)`).count).toBe(2)
      expect(await sql`delete from things where id > 1 returning id`).toHaveLength(2)
      expect(await sql`show work_mem`).toHaveLength(1)
      expect(await sql`explain select 1`).toHaveLength(1)
      expect((await sql`create temp table copied as select * from things`).count).toBe(1)
      expect(
        await sql.unsafe('select 1 as one; select 2 as two from generate_series(1, 2); create temp table t ()'),
      ).toHaveLength(2)
      expect(await sql`select ${sql('id')} from things`.values()).toEqual([[1]])
      expect(await sql.begin((tx) => [tx`select 1 as one`, tx`select id from things`])).toEqual([
        [{ one: 1 }],
        [{ id: 1 }],
      ])
    })
    expect(doubts).toBe(0)
  })

  it('is in doubt after what fails in a transaction or at its end, not after a constraint or what the work itself throws', async () => {
    const refused = new Error('a rule refuses')
    const doubts = await watching(async (sql) => {
      await expect(violate(sql)).rejects.toMatchObject({ code: '23505' })
      await expect(sql.begin((tx) => tx`insert into things values (1)`)).rejects.toMatchObject({ code: '23505' })
      await expect(sql.begin(() => Promise.reject(refused))).rejects.toBe(refused)
    })
    expect(doubts).toBe(0)
    const inside = await watching((sql) =>
      expect(sql.begin((tx) => tx`select 1/0`)).rejects.toMatchObject({ code: '22012' }),
    )
    expect(inside).toBeGreaterThan(0)
  })
})

/** Runs `work`, and returns what it left uncaught, in this turn of the event loop and the next ones. */
async function uncaughtDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const uncaught: unknown[] = []
  const note = (error: unknown): void => void uncaught.push(error)
  process.on('uncaughtException', note)
  try {
    await work()
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    return uncaught
  } finally {
    process.off('uncaughtException', note)
  }
}

describe('the process lives', () => {
  it('after a connect that fails at once, of which its caller is told', async () => {
    // The system refuses to connect to this address before anything is sent.
    const pool = new Pool('postgres://nobody:nothing@255.255.255.255:5432/none', { applicationName: 'test' })
    const uncaught = await uncaughtDuring(() =>
      expect(pool.run((sql) => sql`select 1`)).rejects.toMatchObject({
        code: expect.stringMatching(/^(ENETUNREACH|EACCES)$/),
      }),
    )
    expect(uncaught).toEqual([])
    expect(pool.open).toBe(0)
    await pool.close()
  })

  it('after connections that close in the middle of a transaction, which is undone', async () => {
    const wire = await startChaosProxy(database.databaseUrl)
    const pool = new Pool(wire.databaseUrl, { applicationName: 'test' })
    const db = new Database(pool, new Gate({ size: 1, waitMsMax: 1_000, queueMax: 1 }))
    const uncaught = await uncaughtDuring(async () => {
      // Whether the driver's rollback still meets the closed connection is a matter of a millisecond.
      for (let round = 0; round < 20; round++) {
        const answer = db.transaction(async (tx) => {
          await tx.run((sql) => sql`insert into things values (2)`)
          wire.halfClose()
          await tx.run((sql) => sql`select pg_sleep(1)`)
        })
        await expect(answer).rejects.toMatchObject({ code: 'service_unavailable' })
        wire.bury()
      }
    })
    expect(uncaught).toEqual([])
    expect(pool.open).toBe(0)
    expect(await database.sql`select id from things where id = 2`).toEqual([])
    await pool.close()
    await wire.close()
  })
})

/** The pools that serve, each with one connection, as what runs a statement on it. */
const pools: [
  string,
  () => { run: <T>(ask: (sql: Sql) => PromiseLike<T>) => Promise<T>; close: () => Promise<void> },
][] = [
  ['the tills', () => new Pool(database.databaseUrl, { applicationName: 'test' })],
  [
    'the offices',
    () => {
      const office: OfficeDatabase = openOfficeDatabase(database.databaseUrl, { poolMax: 1 })
      return { run: async (ask) => ask(office.sql), close: () => office.sql.end() }
    },
  ],
]

describe.each(pools)('a connection of %s', (_, open) => {
  it('is given up after any error but a violated constraint', async () => {
    const pool = open()
    const first = await pool.run(pidOf)
    await expect(pool.run(violate)).rejects.toMatchObject({ code: '23505' })
    expect(await pool.run(pidOf)).toBe(first)
    for (const fail of [failBehindRows, (sql: Sql) => sql`select * from nowhere`]) {
      const before = await pool.run(pidOf)
      await expect(pool.run(fail)).rejects.toThrow()
      expect(await pool.run(pidOf)).not.toBe(before)
    }
    await pool.close()
  })

  it('is given up when its rows are not as many as PostgreSQL says, and nobody gets them', async () => {
    const pool = open()
    const before = await pool.run(pidOf)
    const miscounted = pool.run((sql) => {
      // Rows that a caller takes one by one are in no result, which is then shorter than PostgreSQL says.
      const query = sql`select id from things`
      query.forEach(() => {})
      return query
    })
    await expect(miscounted).rejects.toMatchObject({ code: 'CONNECTION_MISCOUNTED' })
    expect(await pool.run(pidOf)).not.toBe(before)
    await pool.close()
  })
})

describe('the offices’ pool', () => {
  it('lets nobody’s statement fail with another’s: each has the connection to itself', async () => {
    const { sql } = openOfficeDatabase(database.databaseUrl, { poolMax: 1 })
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 ? failBehindRows(sql) : sql<{ n: number }[]>`select ${n}::int as n`,
      ),
    )
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value[0]?.n : one.reason.code))).toEqual(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? '22012' : n)),
    )
    await sql.end()
  })

  it('keeps its connection through a transaction that a rule ended, and gives it up after one that failed', async () => {
    const { db, sql } = openOfficeDatabase(database.databaseUrl, { poolMax: 1 })
    const first = await pidOf(sql)
    await expect(db.transaction(() => Promise.reject(new Error('a rule refuses')))).rejects.toThrow('a rule refuses')
    expect(await pidOf(sql)).toBe(first)
    await expect(db.transaction((tx) => tx.execute('select 1/0'))).rejects.toThrow()
    expect(await pidOf(sql)).not.toBe(first)
    await sql.end()
  })
})

describe('pools that share their connections', () => {
  const max = 4
  const lockTimeouts = { usual: '1500ms', shared: '200ms' } as const
  type Kind = keyof typeof lockTimeouts

  /** Two pools behind one gate, as the tills have them. */
  async function sharing(work: (run: (kind: Kind, failing?: boolean) => Promise<Told>, pools: Pools) => Promise<void>) {
    const group = new PoolGroup(max)
    const usual = { applicationName: 'test usual' }
    const opened: Pools = {
      usual: new Pool(database.databaseUrl, usual, group),
      shared: new Pool(database.databaseUrl, { applicationName: 'test shared', lockTimeoutMs: 200 }, group),
    }
    const gate = new Gate({ size: max, waitMsMax: 10_000, queueMax: 100 })
    const run = (kind: Kind, failing = false) =>
      gate.run(() =>
        opened[kind].run(async (sql) => {
          if (failing) await sql`select 1/0`
          return theOnly(
            await sql<Told[]>`select pg_backend_pid() as pid, current_setting('lock_timeout') as "lockTimeout"`,
          )
        }),
      )
    try {
      await work(run, opened)
    } finally {
      await Promise.all([opened.usual.close(), opened.shared.close()])
    }
  }

  type Told = { pid: number; lockTimeout: string }
  type Pools = Readonly<Record<Kind, Pool>>

  const open = ({ usual, shared }: Pools) => usual.open + shared.open

  it('pass them to each other: a mix of calls dials no more often than there are places, and each call waits for locks as long as it may', async () => {
    await sharing(async (run, opened) => {
      const dialled = new Set<number>()
      for (let wave = 0; wave < 60; wave++) {
        // Of both as many as there are places, and each time other shares of them.
        const kinds = Array.from({ length: max }, (_, at): Kind => (at < (wave * 3) % (max + 1) ? 'shared' : 'usual'))
        const told = await Promise.all(kinds.map((kind) => run(kind)))
        for (const { pid } of told) dialled.add(pid)
        expect(told.map(({ lockTimeout }) => lockTimeout)).toEqual(kinds.map((kind) => lockTimeouts[kind]))
      }
      expect(dialled.size).toBe(max)
      expect(open(opened)).toBe(max)
    })
  })

  it('give up one that another had when its statement fails, and there is room for as many as before', async () => {
    await sharing(async (run, opened) => {
      await Promise.all(Array.from({ length: max }, () => run('usual')))
      await expect(run('shared', true)).rejects.toMatchObject({ code: '22012' })
      expect([opened.usual.open, opened.shared.open]).toEqual([max - 1, 0])
      const told = await Promise.all(Array.from({ length: max }, () => run('shared')))
      expect(told.map(({ lockTimeout }) => lockTimeout)).toEqual(Array.from({ length: max }, () => lockTimeouts.shared))
      expect([opened.usual.open, opened.shared.open]).toEqual([0, max])
    })
  })

  it('do not keep one that the server ended after it went over, and pass another', async () => {
    await sharing(async (run, opened) => {
      await Promise.all(Array.from({ length: max }, () => run('usual')))
      const passed = await run('shared')
      await database.sql`select pg_terminate_backend(${passed.pid})`
      await expect.poll(() => opened.shared.open).toBe(0)
      const next = await run('shared')
      expect([next.pid === passed.pid, next.lockTimeout]).toEqual([false, lockTimeouts.shared])
    })
  })
})
