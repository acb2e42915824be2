import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type DrillOptions, type DrillReport, drill } from '@/server/backup/drill'
import { render } from '@/server/backup/report'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories, testDataKey } from '../fixtures/factories'
import { everyRow } from '../fixtures/network-file'
import { expectInvariants } from './invariants'

// C-14: a backup counts only after a restore. Each drill starts two API processes and a database of its own.
const drillLimitMs = 120_000
const root = fileURLToPath(new URL('../..', import.meta.url))

let database: TestDatabase
const { TMPDIR } = process.env

beforeAll(async () => {
  // Also for the drills that are processes of their own.
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'drill-test-'))
  database = await createDatabase()
  const make = factories(database.sql)
  const shop = await make.shop({ usesTotal: 3 })
  await make.article(shop.merchant.id, 'Ñandú "1\\2"\t\n€', await make.category(shop.merchant.id))
  // Tables of every size, below and above what a stream and a socket hold at once.
  await database.sql`
    insert into articles (merchant_id, sku, name) select ${shop.merchant.id}, n, repeat('ñ', 50) from generate_series(1, 300) n`
  await database.sql`
    insert into audit_events (actor, action, subject_type, subject_id, details)
    select 'operator', 'test', 'test', n, jsonb_build_object('text', ${'tab\t "quotes" \\ ñ'}::text, 'n', n) from generate_series(1, 3000) n`
  await make.oauthClient(shop.merchant.id)
})

afterAll(async () => {
  await database.drop()
  await rm(tmpdir(), { recursive: true })
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
})

const runDrill = (options: Partial<DrillOptions> = {}): Promise<DrillReport> =>
  drill({
    ownerUrl: database.databaseUrl,
    serviceUrl: database.databaseUrl,
    dataKey: testDataKey,
    sells: true,
    signal: new AbortController().signal,
    api: [inject('apiBundle')],
    ...options,
  })

/** What a drill must not leave behind. */
async function leftovers(): Promise<string[]> {
  const databases = await database.sql<{ name: string }[]>`
    select datname as name from pg_database where datname like 'aliado_drill_%'`
  const files = await readdir(tmpdir())
  return [...databases.map(({ name }) => name), ...files.filter((name) => name.startsWith('aliado-drill-'))]
}

describe('the backup and restore drill (C-14)', () => {
  test(
    'dumps under load, restores aside, and finds the moment of the snapshot to the last row',
    async () => {
      const { sql } = database
      const report = await runDrill()
      expect(report.faults).toEqual([])
      expect(report.sales?.before).toBeGreaterThanOrEqual(25)
      expect(report.sales?.after).toBeGreaterThanOrEqual(25)
      expect(report.identificationsRead).toBeGreaterThanOrEqual(20)

      const rows = new Map(report.tables.map(({ table, rows }) => [table, rows]))
      expect(report.tables.every(({ same }) => same)).toBe(true)
      const tables = await sql<{ name: string }[]>`
        select tablename as name from pg_tables where schemaname in ('public', 'drizzle') order by 1`
      expect([...rows.keys()]).toEqual(tables.map(({ name }) => name))
      expect(rows.get('articles')).toBe(301)
      // Two rows a sale at least, and less than there are now: the snapshot lies in the middle.
      const [now] = await sql<{ sold: number }[]>`select count(*)::int as sold from authorizations`
      expect(rows.get('authorizations')).toBeGreaterThanOrEqual(report.sales?.before ?? 0)
      expect(rows.get('authorizations')).toBeLessThan(now?.sold ?? 0)

      expect(render(report)).toMatch(/The restore is proven\.\n$/)
      expect(await sql`select from api_keys where key like 'drill-%' and revoked_at is null`).toHaveLength(0)
      expect(await leftovers()).toEqual([])
      await expectInvariants(sql)
    },
    drillLimitMs,
  )

  test(
    'tells each damage of a restored database by its name, and leaves nothing behind',
    async () => {
      const report = await runDrill({
        spoil: async (restored) => {
          const touched = await restored`
            update collaborators set last_name = last_name || ' ' where id = (select min(id) from collaborators)`
          expect(touched.count).toBe(1)
          const lost = await restored`
            delete from idempotency_keys where ctid = (select min(ctid) from idempotency_keys)`
          expect(lost.count).toBe(1)
          await restored`select setval(pg_get_serial_sequence('consumptions', 'id'), 1)`
        },
      })
      expect(report.faults).toEqual([
        'The rows of collaborators are not those of the snapshot.',
        'The rows of idempotency_keys are not those of the snapshot.',
        'Broken: a record has exactly one idempotency key (D44).',
        'The next consumptions.id is taken already.',
      ])
      expect(render(report)).toMatch(/collaborators +\d+ +\d+ {2}DIFFERS\n/)
      expect(render(report)).toMatch(/THE RESTORE IS NOT PROVEN\.\n$/)
      expect(await leftovers()).toEqual([])
    },
    drillLimitMs,
  )

  test(
    'tells that the data key is another, and writes nothing into a database that it does not sell on',
    async () => {
      const before = await everyRow(database.sql)
      const report = await runDrill({ sells: false, dataKey: randomBytes(32).toString('base64') })
      expect(report.faults).toEqual(['DATA_KEY does not read the identifications.'])
      expect(report.sales).toBeUndefined()
      expect(await everyRow(database.sql)).toEqual(before)
    },
    drillLimitMs,
  )

  test(
    'tells that a database without the service’s schema does not serve',
    async () => {
      const report = await runDrill({
        sells: false,
        spoil: (restored) => restored`drop function offers_of_person cascade`,
      })
      expect(report.faults).toHaveLength(1)
      expect(report.faults[0]).toMatch(/^It does not serve: /)
    },
    drillLimitMs,
  )
})

describe('npm run backup:drill', () => {
  const run = (variables: Record<string, string>) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const env = { ...process.env, DATABASE_URL: database.databaseUrl, DATA_KEY: testDataKey, ...variables }
      const args = ['--import', 'tsx', 'server/backup-drill.ts']
      execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
      )
    })

  test(
    'in production reads only, prints a report without a secret or a name, and exits with 0',
    async () => {
      const before = await everyRow(database.sql)
      const { code, stdout, stderr } = await run({ SERVICE_ENVIRONMENT: 'production' })
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toContain('the drill sold nothing')
      expect(stdout).toMatch(/\nmerchants +\d+ +\d+ {2}same\n/)
      expect(stdout).toMatch(/The restore is proven\.\n$/)
      expect(stdout).not.toContain(new URL(database.databaseUrl).password)
      expect(await everyRow(database.sql)).toEqual(before)
    },
    drillLimitMs,
  )

  test(
    'exits with 1 for a role that may not create a database, and says what it needs',
    async () => {
      const { sql, databaseUrl } = database
      const role = `drill_${randomBytes(6).toString('hex')}`
      await sql.unsafe(`create role ${role} login password 'x'; grant pg_read_all_data to ${role}`)
      const url = new URL(databaseUrl)
      url.username = role
      url.password = 'x'
      const outcome = await run({ DATABASE_URL: url.href, SERVICE_ENVIRONMENT: 'production' })
      await sql.unsafe(`drop role ${role}`)
      expect(outcome).toMatchObject({ code: 1, stdout: '' })
      expect(outcome.stderr).toContain('its role needs CREATEDB')
      expect(await leftovers()).toEqual([])
    },
    drillLimitMs,
  )

  test('exits with 1 for a database that is not at this version', async () => {
    const empty = await createDatabase('template0')
    const outcome = await run({ DATABASE_URL: empty.databaseUrl })
    expect(outcome).toMatchObject({ code: 1, stdout: '' })
    expect(outcome.stderr).toContain('start the service once')
    await empty.drop()
  })
})
