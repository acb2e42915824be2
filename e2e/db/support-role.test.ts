import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { connect } from '@/db/client'
import { listCollaborators } from '@/db/queries/offices/collaborators'
import { openSupportDatabase } from '@/db/support'
import { grantToService } from '@/server/migrations'
import { createDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { openForTests } from '../fixtures/open-for-tests'

// H-15, ADR-0056: what a support view reads, tried by SQL as its role, and by the offices' own queries through the role that serves.

const of = openForTests(async (atEnd) => {
  const { sql, databaseUrl, drop } = await createDatabase()
  atEnd(drop)
  const name = `app_${randomBytes(6).toString('hex')}`
  await sql.unsafe(`create role ${name} login password '${name}'`)
  atEnd(() => sql.unsafe(`drop owned by ${name}; drop role ${name}`))
  const url = new URL(databaseUrl)
  Object.assign(url, { username: name, password: name })
  await grantToService({ DATABASE_URL: url.href, MIGRATION_DATABASE_URL: databaseUrl })
  const app = connect(url.href, { poolMax: 1, applicationName: 'test app role' })
  atEnd(() => app.end({ timeout: 5 }))
  const support = openSupportDatabase(url.href, { poolMax: 1 })
  atEnd(() => support.sql.end())
  const shop = await factories(sql).shop()
  return { sql, app, support, shop }
})

const asSupport = (statement: string) =>
  of().sql.begin(async (tx) => {
    await tx.unsafe('set local role aliado_support')
    return tx.unsafe(statement)
  })

/** Tables, and views where `schema` is that of the role's, each with its columns. */
async function columnsIn(schema: 'public' | 'support'): Promise<Map<string, string[]>> {
  const rows = await of().sql<{ name: string; columns: string[] }[]>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
    group by relname order by relname`
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** Refused for lack of a right; or as what cannot be written by anybody, before the rights are looked at. */
const refusals = expect.stringMatching(/^(42501|0A000|428C9|42809|55000)$/)

describe('the role of a support view', () => {
  test('has no right on any table, sequence or schema but its own, nor on a function that acts as the owner (H-15)', async () => {
    const { sql } = of()
    const rights = await sql`
      select relname from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname not in ('support', 'pg_catalog', 'information_schema', 'pg_toast') and (
        (relkind in ('r', 'p', 'v', 'm') and (has_any_column_privilege('aliado_support', pg_class.oid, 'SELECT, INSERT, UPDATE, REFERENCES')
          or has_table_privilege('aliado_support', pg_class.oid, 'DELETE, TRUNCATE, TRIGGER')))
        or (relkind = 'S' and has_sequence_privilege('aliado_support', pg_class.oid, 'USAGE, SELECT, UPDATE')))`
    expect(rights.map(({ relname }) => relname)).toEqual([])
    const asOwner = await sql`
      select proname from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('aliado_support', oid, 'EXECUTE')`
    expect(asOwner).toEqual([])
  })

  test('signs in nowhere, is a member of nothing, and makes nothing', async () => {
    const rights = await of().sql`
      select rolcanlogin or rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as may,
        exists (select from pg_auth_members where member = pg_roles.oid) as "isMember",
        has_database_privilege(oid, current_database(), 'CREATE') or has_schema_privilege(oid, 'public', 'CREATE')
          or has_schema_privilege(oid, 'support', 'CREATE') as makes
      from pg_roles where rolname = 'aliado_support'`
    expect(rights).toEqual([{ may: false, isMember: false, makes: false }])
  })

  test('is refused every table: to read, to insert, to update, to delete, to lock and to truncate', async () => {
    for (const [table, [column]] of await columnsIn('public')) {
      for (const statement of [
        `select * from public.${table}`,
        `select ${column} from public.${table}`,
        `insert into public.${table} default values`,
        `update public.${table} set ${column} = null`,
        `delete from public.${table}`,
        `lock table public.${table} in share mode`,
        `truncate public.${table}`,
      ]) {
        await expect(asSupport(statement), statement).rejects.toMatchObject({ code: refusals })
      }
    }
  })

  test('writes nothing and locks nothing through what it reads', async () => {
    for (const [view, [column]] of await columnsIn('support')) {
      await asSupport(`select * from support.${view} limit 1`)
      for (const statement of [
        `insert into support.${view} default values`,
        `update support.${view} set ${column} = null`,
        `delete from support.${view}`,
        `select * from support.${view} for update`,
      ]) {
        await expect(asSupport(statement), statement).rejects.toMatchObject({ code: refusals })
      }
    }
  })
})

describe('db/support.sql', () => {
  test('shows these tables alone', async () => {
    expect([...(await columnsIn('support')).keys()]).toEqual([
      'affiliation_requests',
      'affiliations',
      'api_keys',
      'api_requests',
      'article_categories',
      'articles',
      'audit_events',
      'authorization_days',
      'authorizations',
      'branches',
      'certification_calls',
      'certification_runs',
      'certification_scenes',
      'closing_comparisons',
      'closing_consumptions',
      'closing_differences',
      'closings',
      'collaborator_invitations',
      'collaborator_types',
      'collaborators',
      'companies',
      'company_memberships',
      'company_people',
      'consumption_company_days',
      'consumption_days',
      'consumption_months',
      'consumptions',
      'credential_calls',
      'credential_refusals',
      'discount_usage',
      'discounts',
      'expiry_calendars',
      'grants',
      'hand_off_watches',
      'hand_offs',
      'identification_types',
      'invitations',
      'member_authorizations',
      'member_consumptions',
      'merchant_memberships',
      'merchants',
      'oauth_clients',
      'privacy_cases',
      'privacy_rectifications',
      'sales_summed',
      'sandbox_faults',
      'saved_views',
      'terminal_fleets',
      'terminal_hours',
      'terminals',
      'users',
    ])
  })

  test('shows of them every column but these, which hold secrets, identifications, and what names a collaborator', async () => {
    const definitions = await of().sql<{ view: string; definition: string }[]>`
      select viewname as view, definition from pg_views where schemaname = 'support' and definition not like '%WHERE false%'`
    const plain = new Map(
      definitions.map(({ view, definition }) => [view, definition.match(/^ (?:SELECT| {2}) "?\w+"?(?=,?$)/gm) ?? []]),
    )
    const hidden = [...(await columnsIn('support'))].flatMap(([view, columns]) => {
      const shown = plain.get(view)?.map((line) => line.replace(/^ (SELECT| {2}) /, '').replaceAll('"', ''))
      return columns.filter((column) => shown?.includes(column) === false).map((column) => `${view}.${column}`)
    })
    expect(hidden).toEqual([
      'api_keys.secret_hash',
      'audit_events.details',
      'certification_calls.seen',
      'certification_runs.evidence',
      'collaborator_invitations.email',
      'collaborators.identification_hmac',
      'collaborators.identification_ciphertext',
      'collaborators.first_name',
      'collaborators.last_name',
      'collaborators.email',
      'hand_off_watches.token_hash',
      'hand_offs.handle_hash',
      'hand_offs.ciphertext',
      'invitations.token_hash',
      'oauth_clients.secret_hash',
      'oauth_clients.previous_secret_hash',
      'users.password_hash',
      'users.totp_secret',
      'users.totp_pending_secret',
      'users.totp_last_step',
    ])
  })

  test('gives the role that serves nothing of it, but to become the other', async () => {
    await expect(of().app`select from support.merchants`).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the way to the database of a support view', () => {
  test('reads by the queries of the offices, with nobody’s name, address or identification', async () => {
    const { support, shop, sql } = of()
    await sql`update collaborators set email = 'ana@firma.example' where id = ${shop.person.id}`
    const found = await listCollaborators(support.db, shop.company.id, { words: [] }, { limit: 10 })
    expect(found).toMatchObject([
      { id: shop.person.id, firstName: '•••', lastName: '•••', email: null, ciphertext: Buffer.alloc(0) },
    ])
    // Nor is a name found by looking for it.
    const [row] = await sql<{ firstName: string }[]>`
      select lower(first_name) as "firstName" from collaborators where id = ${shop.person.id}`
    expect(
      await listCollaborators(support.db, shop.company.id, { words: [String(row?.firstName)] }, { limit: 10 }),
    ).toEqual([])
  })

  test('writes nothing, alone or in a transaction, and is the role for each statement anew', async () => {
    const { support } = of()
    const role = `select current_user::text as "role", current_setting('search_path') as path, current_setting('transaction_read_only') as "readOnly"`
    const expected = [{ role: 'aliado_support', path: 'support', readOnly: 'on' }]
    for (const _ of ['first', 'again']) {
      expect([...(await support.db.execute(role))]).toEqual(expected)
      expect(await support.db.transaction(async (tx) => [...(await tx.execute(role))])).toEqual(expected)
      const options = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
      expect(await support.db.transaction(async (tx) => [...(await tx.execute(role))], options)).toEqual(expected)
      for (const statement of [
        `insert into merchants (name) values ('x')`,
        'update public.merchants set enabled = false',
      ]) {
        const refused = { cause: { code: expect.stringMatching(/^(42501|25006)$/) } }
        await expect(support.db.execute(statement)).rejects.toMatchObject(refused)
        await expect(support.db.transaction((tx) => tx.execute(statement))).rejects.toMatchObject(refused)
      }
    }
  })
})
