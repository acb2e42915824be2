import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  type EmbeddedPostgres,
  loadOrCreateDataKey,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from './embedded-postgres'

/** One cluster for all: each test leaves it stopped, with what it holds. */
let directory: string
let started: EmbeddedPostgres[] = []

beforeAll(async () => {
  directory = await mkdtemp(join(inject('runDirectory'), 'embedded-'))
})

afterEach(async () => {
  for (const server of started) await server.stop()
  started = []
})

afterAll(async () => {
  await rm(directory, { recursive: true, force: true })
})

async function start({ durable = false, at = directory } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory: at, durable })
  started.push(server)
  return server
}

async function ask<T>(databaseUrl: string, question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await question(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const keep = (url: string, word: string) => ask(url, (sql) => sql`create table kept as select ${word}::text as word`)
const takeKept = (url: string) =>
  ask(url, async (sql) => {
    const rows = await sql<{ word: string }[]>`select word from kept`
    await sql`drop table kept`
    return rows.map((row) => row.word)
  })

const postmasterPid = () => Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

async function untilGone(server: EmbeddedPostgres): Promise<void> {
  await expect.poll(() => server.isRunning(), { interval: 5 }).toBe(false)
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data from one start to the next', async () => {
    const first = await start()
    await keep(first.databaseUrl, 'stopped')
    await first.stop()
    expect(first.isRunning()).toBe(false)
    expect(await takeKept((await start()).databaseUrl)).toEqual(['stopped'])
  })

  it('takes a quarter of the memory for its shared buffers, neither less than 128 MB nor more than 8 GB', async () => {
    const { databaseUrl } = await start({ durable: true })
    const [taken] = await ask(
      databaseUrl,
      (sql) => sql<{ bytes: number }[]>`select pg_size_bytes(current_setting('shared_buffers'))::float8 as bytes`,
    )
    // A container may have less than its machine.
    const quarter = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 4
    expect(taken?.bytes).toBeLessThanOrEqual(Math.max(quarter, 128 * 2 ** 20))
    expect(taken?.bytes).toBeGreaterThan(Math.min(quarter, 8 * 2 ** 30) - 2 ** 20)
    expect(taken?.bytes).toBeLessThanOrEqual(8 * 2 ** 30)
  })

  it('starts again after it was killed, while the file of its process still lies there', async () => {
    const first = await start({ durable: true })
    await keep(first.databaseUrl, 'killed')
    process.kill(postmasterPid(), 'SIGKILL')
    await untilGone(first)
    expect(postmasterPid()).toBeGreaterThan(0)
    expect(await takeKept((await start({ durable: true })).databaseUrl)).toEqual(['killed'])
  })

  it('is not deceived when another process has the number of the killed one', async () => {
    const first = await start()
    await first.stop()
    const left = `${process.pid}\n${directory}/postgres\n1\n${54_329}\n\n127.0.0.1\n 1 1\nready   \n`
    await writeFile(join(directory, 'postgres/postmaster.pid'), left)
    const second = await start()
    expect(second.isRunning()).toBe(true)
    expect(postmasterPid()).not.toBe(process.pid)
  })

  it('is one server for all who start it, and only the first of them ends it', async () => {
    const first = await start()
    const second = await start()
    expect(second.databaseUrl).toBe(first.databaseUrl)
    await second.stop()
    expect(await ask(first.databaseUrl, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('is one server for three that start it at the same moment on an empty directory', async () => {
    const at = await mkdtemp(join(inject('runDirectory'), 'embedded-'))
    const servers = await Promise.all([start({ at }), start({ at }), start({ at })])
    expect(new Set(servers.map((server) => server.databaseUrl)).size).toBe(1)
    for (const server of servers) await server.stop()
    await rm(at, { recursive: true })
  })

  it('is taken over, with the duty to end it, from an owner who died', async () => {
    const first = await start()
    await writeFile(join(directory, 'postgres-owner'), '4194304\n')
    const second = await start()
    expect(second.databaseUrl).toBe(first.databaseUrl)
    await second.stop()
    expect(first.isRunning()).toBe(false)
  })

  it('is ended by a sweep only when its owner is dead', async () => {
    const server = await start()
    expect(await stopAbandonedPostgres(directory)).toBe(false)
    expect(server.isRunning()).toBe(true)
    await writeFile(join(directory, 'postgres-owner'), '4194304\n')
    expect(await stopAbandonedPostgres(directory)).toBe(true)
    expect(server.isRunning()).toBe(false)
  })

  it('asks for a password that only the owner of the directory can read, and listens on this machine alone', async () => {
    const { databaseUrl } = await start()
    const wrong = new URL(databaseUrl)
    wrong.password = 'wrong'
    await expect(ask(wrong.href, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' })
    expect((await stat(join(directory, 'postgres-password'))).mode & 0o777).toBe(0o600)
    const settings = await ask(
      databaseUrl,
      (sql) => sql`select current_setting('listen_addresses') as addresses,
        current_setting('unix_socket_directories') as sockets, current_setting('server_encoding') as encoding`,
    )
    expect(settings).toEqual([{ addresses: '127.0.0.1', sockets: '', encoding: 'UTF8' }])
  })

  it('logs neither statements nor parameters nor the values of a key', async () => {
    const { databaseUrl } = await start()
    await ask(databaseUrl, async (sql) => {
      await sql`create table secrets (word text primary key)`
      await sql`insert into secrets values (${'canary-4711'})`
      await expect(sql`insert into secrets values (${'canary-4711'})`).rejects.toMatchObject({ code: '23505' })
      await expect(sql.unsafe(`select 'canary-4711' from nowhere`)).rejects.toMatchObject({ code: '42P01' })
    })
    const log = await readFile(join(directory, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('canary')
  })
})

describe('the data key', () => {
  it('is 32 bytes, the same ever after and for all who ask at once', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateDataKey(directory)))
    expect(new Set([...keys, await loadOrCreateDataKey(directory)]).size).toBe(1)
    expect(Buffer.from(keys[0] ?? '', 'base64')).toHaveLength(32)
    expect((await stat(join(directory, 'data-key'))).mode & 0o777).toBe(0o600)
  })

  it('is never replaced: an empty file is an error', async () => {
    await writeFile(join(directory, 'data-key'), '')
    await expect(loadOrCreateDataKey(directory)).rejects.toThrow('is empty')
  })
})
