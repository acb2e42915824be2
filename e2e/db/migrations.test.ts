import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrateDatabase } from '@/db/migrate'
import journal from '@/db/migrations/meta/_journal.json' with { type: 'json' }
import * as schema from '@/db/schema'
import { createDatabase, type TestDatabase } from '../fixtures/database'

// drizzle-kit gives every array a name more, which whoever goes through the names of one meets; other files share this process.
Reflect.deleteProperty(Array.prototype, 'random')

const root = join(import.meta.dirname, '../..')
const migrations = join(root, 'db/migrations')

/** The tables with all that holds their rows to the rules, as PostgreSQL itself describes them. */
async function tablesIn({ sql }: TestDatabase): Promise<Record<string, unknown>> {
  const columns = await sql`
    select table_name, column_name, data_type, numeric_precision, numeric_scale, is_nullable, column_default,
      identity_generation, generation_expression
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, 2`
  // Constraint triggers are triggers, which only SQL can write. Nor can the schema say that a foreign key is not enforced by itself.
  const constraints = await sql`
    select conrelid::regclass::text as table, conname, replace(pg_get_constraintdef(oid), ' NOT ENFORCED', '') as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 't' order by 1, 2`
  // The one partitioned table's are written `ON ONLY`, and are made in each of its days. The schema cannot give a setting to the index of a constraint.
  const indexes = await sql`
    select regexp_replace(replace(indexdef, 'ON ONLY public.api_requests ', 'ON public.api_requests '),
      ' WITH \\(deduplicate_items=''?off''?\\)', '') as indexdef
    from pg_indexes where schemaname = 'public' order by 1`
  return { columns: [...columns], constraints: [...constraints], indexes: [...indexes] }
}

/** The same, and what only SQL can write: views, functions, triggers, and the list of what was applied. */
async function everythingIn(database: TestDatabase): Promise<Record<string, unknown>> {
  const { sql } = database
  const views = await sql`select viewname, definition from pg_views where schemaname = 'public' order by 1`
  const functions = await sql`
    select oid::regprocedure::text as signature, prosrc from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`
  const triggers = await sql`
    select pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by 1`
  const applied = await sql`select id, hash, created_at from drizzle.__drizzle_migrations order by id`
  return {
    ...(await tablesIn(database)),
    views: [...views],
    functions: [...functions],
    triggers: [...triggers],
    applied: [...applied],
  }
}

describe('the migrations', () => {
  let empty: TestDatabase

  beforeEach(async () => {
    empty = await createDatabase('template0')
  })

  afterEach(async () => {
    await empty.drop()
  })

  it('apply to an empty database, each of them once', async () => {
    await migrateDatabase(empty.databaseUrl, migrations)
    const applied = await empty.sql`select created_at from drizzle.__drizzle_migrations order by id`
    expect(applied.map((row) => Number(row.created_at))).toEqual(journal.entries.map((entry) => entry.when))
  })

  it('stay applied where a later one fails, and go on from there', async () => {
    const folder = await mkdtemp(join(inject('runDirectory'), 'migrations-failing-'))
    await cp(migrations, folder, { recursive: true })
    const last = journal.entries.at(-1)?.tag ?? ''
    await writeFile(join(folder, `${last}.sql`), 'create table half_done ();--> statement-breakpoint\nselect 1 / 0')
    await expect(migrateDatabase(empty.databaseUrl, folder)).rejects.toMatchObject({ code: '22012' })
    const applied = () => empty.sql`select from drizzle.__drizzle_migrations`
    expect(await applied()).toHaveLength(journal.entries.length - 1)
    expect(await empty.sql`select from pg_class where relname = 'half_done'`).toHaveLength(0)
    await migrateDatabase(empty.databaseUrl, migrations)
    expect(await applied()).toHaveLength(journal.entries.length)
  })

  it('change nothing when they run again', async () => {
    await migrateDatabase(empty.databaseUrl, migrations)
    const before = await everythingIn(empty)
    await migrateDatabase(empty.databaseUrl, migrations)
    expect(await everythingIn(empty)).toEqual(before)
  })

  it('run once when four processes start at the same moment', async () => {
    await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(empty.databaseUrl, migrations)))
    const template = await createDatabase()
    expect(await everythingIn(empty)).toEqual(await everythingIn(template))
    await template.drop()
  })
})

describe('the written schema and the migrations', () => {
  it('agree: another `npm run db:generate` would write nothing', async () => {
    const newest = journal.entries.at(-1)?.tag.slice(0, 4)
    const snapshot = JSON.parse(await readFile(join(migrations, `meta/${newest}_snapshot.json`), 'utf8'))
    const written = generateDrizzleJson(schema, snapshot.id, undefined, 'snake_case')
    expect(await generateMigration(snapshot, written)).toEqual([])
  })

  it('form one line: drizzle-kit finds no collision, and no file stands outside the journal', async () => {
    const program = join(root, 'node_modules/drizzle-kit/bin.cjs')
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'check'], { cwd: root })
    expect(stdout).toContain("Everything's fine")
    const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()
    expect(files).toEqual(journal.entries.map((entry) => `${entry.tag}.sql`))
  })

  it('make the same tables, constraints and indexes in a database', async () => {
    const migrated = await createDatabase()
    const written = await createDatabase('template0')
    const nothing = generateDrizzleJson({}, undefined, undefined, 'snake_case')
    const everything = generateDrizzleJson(schema, undefined, undefined, 'snake_case')
    for (const statement of await generateMigration(nothing, everything)) await written.sql.unsafe(statement)
    expect(await tablesIn(written)).toEqual(await tablesIn(migrated))
    await migrated.drop()
    await written.drop()
  })

  it('differ in how api_requests is kept alone: by day, with a net below', async () => {
    const migrated = await createDatabase()
    const partitioned = await migrated.sql`
      select relname, pg_get_partkeydef(oid) as by from pg_class where relkind = 'p'`
    expect(partitioned).toEqual([{ relname: 'api_requests', by: 'RANGE (occurred_at)' }])
    const parts = await migrated.sql`
      select inhrelid::regclass::text as part, pg_get_expr(relpartbound, oid) as bound
      from pg_inherits join pg_class on oid = inhrelid where inhparent = 'api_requests'::regclass`
    expect(parts).toEqual([{ part: 'api_request_days.rest', bound: 'DEFAULT' }])
    await migrated.drop()
  })
})
