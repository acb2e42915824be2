import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type EmbeddedPostgres,
  loadOrCreateDataKey,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from './embedded-postgres'

let directory: string
let started: EmbeddedPostgres[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'aliado-embedded-'))
  started = []
})

afterEach(async () => {
  for (const server of started) await server.stop()
  await rm(directory, { recursive: true, force: true })
})

async function start(durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, durable })
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

const keep = (url: string) => ask(url, (sql) => sql`create table kept as select 'still here' as word`)
const kept = (url: string) => ask(url, (sql) => sql<{ word: string }[]>`select word from kept`)

const postmasterPid = () => Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

async function untilGone(server: EmbeddedPostgres): Promise<void> {
  await expect.poll(() => server.isRunning(), { timeout: 10_000, interval: 5 }).toBe(false)
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data from one start to the next', async () => {
    const first = await start()
    await keep(first.databaseUrl)
    await first.stop()
    expect(first.isRunning()).toBe(false)
    expect(await kept((await start()).databaseUrl)).toEqual([{ word: 'still here' }])
  })

  it('starts again after it was killed, while the file of its process still lies there', async () => {
    const first = await start(true)
    await keep(first.databaseUrl)
    process.kill(postmasterPid(), 'SIGKILL')
    await untilGone(first)
    expect(postmasterPid()).toBeGreaterThan(0)
    expect(await kept((await start(true)).databaseUrl)).toEqual([{ word: 'still here' }])
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
    const servers = await Promise.all([start(), start(), start()])
    expect(new Set(servers.map((server) => server.databaseUrl)).size).toBe(1)
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
    await stopAbandonedPostgres(directory)
    expect(server.isRunning()).toBe(true)
    await writeFile(join(directory, 'postgres-owner'), '4194304\n')
    await stopAbandonedPostgres(directory)
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
