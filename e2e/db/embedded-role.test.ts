import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { connect, type Sql } from '@/db/client'
import { migrateDatabase } from '@/db/migrate'
import { startEmbeddedPostgres } from '@/server/embedded-postgres'
import { migrateWhenNeeded, migrationsFolder } from '@/server/migrations'
import { embeddedSettings, projectRoot } from '@/server/settings'
import { buildOnce } from '../fixtures/build'
import { send } from '../fixtures/client'
import { portForTest } from '../fixtures/program'

/** Without DATABASE_URL the service works as a role without DDL too (db/roles.sql), also on a folder that is older than that role. */

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(inject('runDirectory'), 'embedded-role-'))
})

afterEach(async () => {
  await rm(directory, { recursive: true, force: true })
})

async function ask<T>(databaseUrl: string, question: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(databaseUrl, { poolMax: 1, applicationName: 'test' })
  try {
    return await question(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** A folder as the versions before made it: a schema of today, and nobody but its owner. */
async function olderFolder(): Promise<void> {
  const { databaseUrl, stop } = await startEmbeddedPostgres({ directory, durable: true })
  await migrateDatabase(databaseUrl, migrationsFolder)
  await ask(databaseUrl, (sql) => sql`insert into merchants (name) values ('Mercado de antes')`)
  await stop()
}

async function expectToServeOnly(databaseUrl: string): Promise<void> {
  await ask(databaseUrl, async (sql) => {
    expect(await sql`select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`).toEqual([
      { rolsuper: false, rolcreaterole: false, rolcreatedb: false },
    ])
    await sql`select from merchants`
    await expect(sql`create table t (a int)`).rejects.toMatchObject({ code: '42501' })
    await expect(sql`delete from consumptions`).rejects.toMatchObject({ code: '42501' })
  })
}

describe('the embedded database', () => {
  it('lets a role serve that may do no more than that, from the first start and again', async () => {
    for (const _ of ['first', 'again']) {
      const { postgres, ...settings } = await embeddedSettings(directory)
      await migrateWhenNeeded(settings)
      await expectToServeOnly(settings.DATABASE_URL)
      await postgres.stop()
    }
  })

  it('lets it serve in a folder of before, which keeps its rows', async () => {
    await olderFolder()
    const { postgres, ...settings } = await embeddedSettings(directory)
    await migrateWhenNeeded(settings)
    await expectToServeOnly(settings.DATABASE_URL)
    expect(await ask(settings.DATABASE_URL, (sql) => sql`select name from merchants`)).toEqual([
      { name: 'Mercado de antes' },
    ])
    await postgres.stop()
  })

  it('makes the role once for two that start at the same moment', async () => {
    const both = await Promise.all([embeddedSettings(directory), embeddedSettings(directory)])
    await Promise.all(both.map((settings) => migrateWhenNeeded(settings)))
    expect(both[1].DATABASE_URL).toBe(both[0].DATABASE_URL)
    await expectToServeOnly(both[0].DATABASE_URL)
    for (const { postgres } of both) await postgres.stop()
  })
})

describe('npm start', () => {
  it('serves at both doors as that role, in a folder of before', async () => {
    await buildOnce()
    await olderFolder()
    const [port, apiPort] = [await portForTest(), await portForTest()]
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/start.ts'], {
      cwd: projectRoot,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        DATA_DIRECTORY: directory,
        PORT: String(port),
        API_PORT: String(apiPort),
        LOG_LEVEL: 'silent',
      },
    })
    try {
      const urls = [`http://127.0.0.1:${apiPort}/health/ready`, `http://127.0.0.1:${port}/health/ready`]
      const areReady = async () => {
        expect(child.exitCode).toBeNull()
        for (const url of urls) expect((await send(url)).status).toBe(200)
      }
      await vi.waitFor(areReady, { timeout: 120_000, interval: 100 })
      expect((await send(`http://127.0.0.1:${port}/sign-in`)).status).toBe(200)
      // The same server, which is its own to stop.
      const { postgres } = await embeddedSettings(directory)
      const sessions = await ask(
        postgres.databaseUrl,
        (sql) => sql`
          select distinct usename, application_name as program from pg_stat_activity
          where datname = current_database() and application_name like 'aliado %' order by program`,
      )
      expect(sessions).toEqual([
        { usename: 'aliado_app', program: 'aliado api' },
        { usename: 'aliado_app', program: 'aliado office' },
      ])
    } finally {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }
  })
})
