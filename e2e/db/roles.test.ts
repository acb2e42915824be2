import { randomBytes, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import { forgetDeviceFailures, sweepKnownDevices } from '@/db/queries/offices/known-devices'
import { sumConsumptionCompanyDays, sumConsumptionDays } from '@/db/queries/tills/sales-sums'
import { sweepExpiredTokens } from '@/db/queries/tills/sweep'
import { knownDeviceBounds, officeUser } from '@/lib/accounts/browser'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import { forgetOtherDevices, recogniseDevice, rememberDevice } from '@/lib/accounts/recognise-device'
import { writePermissions } from '@/lib/accounts/roles'
import { takeAttempt } from '@/lib/accounts/take-attempt'
import { acceptProposal, withdrawProposal } from '@/lib/affiliations/answer-proposal'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { proposeAffiliation } from '@/lib/affiliations/propose-affiliation'
import { closeDay, reopenClosing } from '@/lib/closing/close-day'
import { Gate } from '@/lib/kernel/gate'
import { grantToService, migrateWhenNeeded } from '@/server/migrations'
import { expire, till } from '../api/till'
import { type AppRole, dropRole, newRole } from '../fixtures/app-role'
import { call, form, send, tokenOf } from '../fixtures/client'
import { runCommand } from '../fixtures/command'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { factories } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { startService } from '../fixtures/service'
import { affiliationSides } from './affiliation-sides'

// T-12, ASVS 13.2.2: where the database is given from outside, the service works as a role without DDL (db/roles.sql).

const root = fileURLToPath(new URL('../..', import.meta.url))

let database: TestDatabase
let app: AppRole

const rolesOf = (role: AppRole) => ({ DATABASE_URL: role.url, MIGRATION_DATABASE_URL: database.databaseUrl })

beforeAll(async () => {
  database = await createDatabase()
  app = await newRole(database)
  await grantToService(rolesOf(app))
})

afterAll(async () => {
  await dropRole(database, app)
  await database.drop()
})

describe('the service as the application’s role', () => {
  test('does all that it does: eligibility, apply, consume, release, lists, tokens, sweeps, last uses', async () => {
    const { sql } = database
    const make = factories(sql)
    const service = await startService(app.url)
    const { url } = service
    expect((await send(`${url}/health/ready`)).status).toBe(200)

    const shop = await make.shop({ usesTotal: 100, budget: '10000.00', usesPerCollaboratorPerDay: 50 })
    const client = await make.oauthClient(shop.merchant.id, {
      permissions: ['core.integrations', 'core.consumptions.read'],
    })
    const credential = await tokenOf(url, client)
    const my = till(url, shop)
    expect((await my.eligibility({ purchaseAmount: 100 })).body.value.eligible).toBe(true)
    expect((await call(url, 'listIdentificationTypes', { credential: shop.credential })).status).toBe(200)

    const key = randomUUID()
    const body = my.applyBody()
    const first = await my.apply(body, { idempotencyKey: key })
    expect((await my.apply(body, { idempotencyKey: key })).text).toBe(first.text)
    expect((await my.consume(first.body.value, { purchaseAmount: 500 })).status).toBe(201)
    expect((await my.find(first.body.value.reference)).body.value.status).toBe('Consumed')
    expect((await my.release(await my.reserved())).body.value.status).toBe('Released')

    const overdue = await my.reserved()
    await expire(sql, overdue)
    expect((await my.apply({ reference: overdue.reference })).status).toBe(201)
    const swept = await my.reserved()
    await expire(sql, swept)
    const isSwept = async () =>
      expect(
        await sql`select from authorizations where code = ${swept.authorizationCode} and status = 'Expired'`,
      ).toHaveLength(1)
    await eventually(isSwept)

    expect((await my.list({}, { credential })).body.value).toHaveLength(1)
    const secrets = { client_id: client.clientId, client_secret: client.clientSecret }
    expect((await form(url, '/connect/revocation', { ...secrets, token: credential.token })).status).toBe(200)
    expect((await my.eligibility({}, { credential })).status).toBe(401)

    expect(await service.stop()).toBe(0)
    expect(service.log()).not.toContain('"sqlstate":"42501"')
    const used = await sql`
      select from api_keys k, oauth_clients c where k.id = ${shop.credential.id} and c.id = ${client.id}
        and k.last_used_at is not null and c.last_used_at is not null and c.last_token_at is not null`
    expect(used).toHaveLength(1)
  })

  test('sums what was sold before today (ADR-0069)', async () => {
    const { sql } = database
    const { merchant } = await factories(sql).shop()
    await sql.begin(async (tx) => {
      // No look-up of what a row names.
      await tx`set local session_replication_role = replica`
      await tx`
        insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
          purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
        select ${merchant.id}, 'S' || n, n, 'S' || n, 1, 1, 1, 10, 1, 9, now(), now() - interval '2 days' from generate_series(1, 3) n`
    })
    const pool = new Pool(app.url, { applicationName: 'test app role' })
    const db = new Database(pool, new Gate({ size: 2, waitMsMax: 1_000, queueMax: 10 }))
    for (const sum of [sumConsumptionDays, sumConsumptionCompanyDays]) expect(await sum(db)).toBeGreaterThan(0)
    const sums = await sql`select sales, final_amount::text from consumption_days where merchant_id = ${merchant.id}`
    expect(sums).toEqual([{ sales: 3, final_amount: '27.00' }])
    await pool.close()
  })

  test('deletes the tokens that nobody can use any more', async () => {
    const { sql } = database
    const make = factories(sql)
    const { id: merchantId } = await make.merchant()
    const client = await make.oauthClient(merchantId)
    await sql`
      insert into access_tokens (token_hash, merchant_id, oauth_client_id, permissions, expires_at)
      values (${randomBytes(32)}, ${merchantId}, ${client.id}, '{core.integrations}', now() - interval '2 days')`
    const pool = new Pool(app.url, { applicationName: 'test app role' })
    const db = new Database(pool, new Gate({ size: 2, waitMsMax: 1_000, queueMax: 10 }))
    expect(await sweepExpiredTokens(db)).toBe(1)
    await pool.close()
  })
})

describe('the offices as the application’s role', () => {
  test('close a day with a comparison, and reopen it (P-28)', async () => {
    const office = openTestOffice(app.url)
    const { merchant } = await factories(database.sql).shop()
    const ctx = contextOf(office, merchant.id, await people(database.sql).newMember(merchant.id))
    const { id } = await closeDay(ctx, {
      day: '2026-03-10',
      branch: 'none',
      basis: 'final',
      list: 'T-1 1.00',
      references: ['T-1'],
      reasons: ['mistyped'],
      notes: [''],
    })
    await reopenClosing(ctx, { closingId: id, reason: 'Prueba' })
    await office.sql.end()
  })

  test('affiliate a company, end that, and change their team', async () => {
    const office = openTestOffice(app.url)
    const sides = affiliationSides(database.sql, office)
    const { shop, firm } = await sides.bothSides()
    const decide = async () => ({ proposalId: await sides.openProposal(shop.id, firm.id) })
    for (const verb of [withdrawProposal, acceptProposal]) {
      const asker = verb === withdrawProposal ? firm : shop
      await proposeAffiliation(asker.ctx, { other: asker === firm ? shop.name : firm.name, message: null })
      await verb(firm.ctx, await decide())
    }
    await sides.make.grant(firm.id, shop.id, await sides.make.discount(shop.id))
    const ended = await endAffiliation(shop.ctx, { otherId: firm.id, confirmation: firm.name })
    expect(ended).toEqual({ name: firm.name, grants: 1 })

    const [one, two] = [await people(database.sql).newMember(shop.id), await people(database.sql).newMember(shop.id)]
    const ctx = contextOf(office, shop.id, one)
    const [seen, permissions] = [writePermissions(two.permissions), ['merchant.team.manage' as const]]
    await changeMember(ctx, { userId: two.id, seen, permissions })
    await removeMember(ctx, { userId: two.id, seen: writePermissions(permissions) })
    await office.sql.end()
  })

  test('know a device, change its token, count for it, and forget it', async () => {
    const office = openTestOffice(app.url)
    const owner = officeUser('ana@shop.example')
    const remember = (presented: string | undefined) =>
      office.db.transaction((tx) => rememberDevice(tx, owner, { presented, secondStep: true }))
    const first = (await remember(undefined)).reveal()
    const second = (await remember(first)).reveal()
    expect(await recogniseDevice(office.db, owner, first)).toBeUndefined()
    const device = await recogniseDevice(office.db, owner, second)
    expect(device).toMatchObject({ secondStep: true })
    await takeAttempt(office.db, 'sign_in_device', String(device?.id))
    await office.db.transaction((tx) => forgetDeviceFailures(tx, 'sign_in_device', owner))
    await office.db.transaction((tx) => forgetOtherDevices(tx, owner, undefined))
    await sweepKnownDevices(office.db, knownDeviceBounds)
    expect(await recogniseDevice(office.db, owner, second)).toBeUndefined()
    await office.sql.end()
  })
})

describe('the application’s role is refused (42501)', () => {
  const forbidden = {
    'to make a table': 'create table t (a int)',
    'to make a temporary table': 'create temporary table t (a int)',
    'to make a schema': 'create schema s',
    'to make a view': 'create view v as select 1',
    'to make a function': `create function f() returns int language sql as 'select 1'`,
    'to change a table': 'alter table merchants add column a int',
    'to drop a table': 'drop table idempotency_keys',
    'to drop a constraint': 'alter table consumptions drop constraint consumptions_once',
    'to make an index': 'create index i on merchants (name)',
    'to drop an index': 'drop index authorizations_one_active',
    'to drop a trigger': 'drop trigger audit_events_append_only on audit_events',
    'to disable triggers': 'alter table audit_events disable trigger all',
    'to pass triggers by': `set session_replication_role = 'replica'`,
    'to make a role': 'create role r',
    'to truncate': 'truncate discount_usage',
    'to update the audit trail': `update audit_events set action = 'nothing'`,
    'to delete from the audit trail': 'delete from audit_events',
    'to truncate the audit trail': 'truncate audit_events',
    'to delete an authorization': 'delete from authorizations',
    'to change what was authorized': 'update authorizations set discount_amount = 0, final_amount = purchase_amount',
    'to prolong an authorization': `update authorizations set expires_at = now() + interval '1 day'`,
    'to delete a consumption': 'delete from consumptions',
    'to change a consumption': 'update consumptions set final_amount = 0',
    'to delete a sum': 'delete from consumption_days',
    'to move a sum to another merchant': 'update consumption_days set merchant_id = merchant_id + 1',
    'to forget how far is summed': 'delete from sales_summed',
    'to delete an idempotency key': 'delete from idempotency_keys',
    'to bind an idempotency key anew': `update idempotency_keys set key = gen_random_uuid()`,
    'to say that a migration was applied': `insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 0)`,
    'to bind the database to another key': `update installation set data_key_digest = ''`,
    'to delete a merchant': 'delete from merchants',
  }

  test.each(Object.entries(forbidden))('%s', async (_, statement) => {
    await expect(app.sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('to give itself more', async () => {
    const acl = () => database.sql`select relacl::text from pg_class where relname = 'consumptions' order by oid`
    const before = await acl()
    // PostgreSQL warns and grants nothing.
    await app.sql`grant all on consumptions to current_user`
    expect(await acl()).toEqual(before)
  })
})

describe('db/roles.sql', () => {
  test('leaves out no table and no view', async () => {
    const left = await database.sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and not has_table_privilege(${app.name}, oid, 'SELECT')`
    expect(left.map(({ relname }) => relname)).toEqual([])
  })

  test('lets rows vanish only from these tables', async () => {
    const deletable = await database.sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(${app.name}, oid, 'DELETE')
      order by relname`
    expect(deletable.map(({ relname }) => relname)).toEqual([
      'access_tokens',
      'affiliations',
      'article_categories',
      'articles',
      'certification_calls',
      'certification_scenes',
      'collaborator_invitations',
      'collaborator_links',
      'collaborator_sessions',
      'company_memberships',
      'credential_calls',
      'credential_refusals',
      'discount_daily_usage',
      'discount_usage',
      'expiry_calendars',
      'grants',
      'hand_off_watches',
      'hand_offs',
      'imports',
      'known_devices',
      'merchant_memberships',
      'merchant_minutes',
      'network_minutes',
      'operator_memberships',
      'recovery_codes',
      'sandbox_faults',
      'saved_views',
      'terminal_hours',
      'terminals',
      'throttles',
    ])
  })

  test('changes nothing when it is granted again, and takes back what was given by hand', async () => {
    const acls = () => database.sql`
      select relname, relacl::text from pg_class where relacl is not null order by relnamespace::regnamespace::text, 1`
    const before = await acls()
    await database.sql.unsafe(
      `grant delete on consumptions to ${app.name}; grant update on audit_events to ${app.name}`,
    )
    await grantToService(rolesOf(app))
    expect(await acls()).toEqual(before)
  })

  test('is refused to the owner, to a superuser and to a member of theirs', async () => {
    const member = await newRole(database)
    await database.sql.unsafe(`grant ${new URL(database.databaseUrl).username} to ${member.name}`)
    await expect(grantToService(rolesOf(member))).rejects.toThrow('could grant itself anything')
    await dropRole(database, member)
    const same = { DATABASE_URL: database.databaseUrl, MIGRATION_DATABASE_URL: database.databaseUrl }
    await expect(grantToService(same)).rejects.toThrow('DATABASE_URL must name the role that serves')
  })

  test('names a role that does not exist, and how to make it', async () => {
    const url = new URL(app.url)
    url.username = 'nobody_at_all'
    const roles = { DATABASE_URL: url.href, MIGRATION_DATABASE_URL: database.databaseUrl }
    await expect(grantToService(roles)).rejects.toThrow('First: CREATE ROLE nobody_at_all LOGIN PASSWORD')
  })
})

/** What a command of the project does in an environment. */
const run = (script: string, variables: Record<string, string>, ...args: string[]) =>
  runCommand(root, script, variables, ...args)

describe('MIGRATION_DATABASE_URL', () => {
  test('migrates an empty database as its owner, and loads a network as the role that serves', async () => {
    const empty = await createDatabase('template0')
    const role = await newRole(empty)
    const urls = { DATABASE_URL: role.url, MIGRATION_DATABASE_URL: empty.databaseUrl }

    const alone = await run('server/network-load.ts', { DATABASE_URL: role.url }, 'docs/network.example.json')
    expect(alone).toMatchObject({ code: 1, stdout: '' })
    expect(alone.stderr).toContain('npm run db:roles')

    const loaded = await run('server/network-load.ts', urls, 'docs/network.example.json')
    expect(loaded.code).toBe(0)
    const [key] = Object.values(JSON.parse(loaded.stdout).merchants.mercado.apiKeys as Record<string, string>)
    const owners = await empty.sql`
      select distinct tableowner from pg_tables where schemaname in ('public', 'drizzle')`
    expect(owners.map(({ tableowner }) => tableowner)).toEqual([new URL(empty.databaseUrl).username])

    // From now on without the owner: the same file again, and the service.
    const again = await run('server/network-load.ts', { DATABASE_URL: role.url }, 'docs/network.example.json')
    expect(again.code).toBe(0)
    const service = await startService(role.url)
    const types = await call(service.url, 'listIdentificationTypes', {
      credential: { kind: 'api_key', id: 0, apiKey: key ?? '' },
    })
    expect(types.status).toBe(200)
    expect(await service.stop()).toBe(0)
    await dropRole(empty, role)
    await empty.drop()
  })

  test('npm run db:roles prepares a database, and says so again', async () => {
    const empty = await createDatabase('template0')
    const role = await newRole(empty)
    const urls = { DATABASE_URL: role.url, MIGRATION_DATABASE_URL: empty.databaseUrl }
    for (const _ of ['first', 'again']) {
      expect(await run('server/db-roles.ts', urls)).toMatchObject({
        code: 0,
        stdout: `${role.name} may serve, and may not change the schema.\n`,
      })
    }
    expect(await role.sql`select count(*)::int as merchants from merchants`).toEqual([{ merchants: 0 }])
    const alone = await run('server/db-roles.ts', { DATABASE_URL: role.url, MIGRATION_DATABASE_URL: '' })
    expect(alone).toMatchObject({ code: 1, stdout: '' })
    expect(alone.stderr).toContain('Set MIGRATION_DATABASE_URL')
    await dropRole(empty, role)
    await empty.drop()
  })

  test('takes nothing from a newer version when an older one starts again beside it (ADR-0064)', async () => {
    const newer = await createDatabase()
    const role = await newRole(newer)
    const urls = { DATABASE_URL: role.url, MIGRATION_DATABASE_URL: newer.databaseUrl }
    await grantToService(urls)
    await newer.sql.unsafe(`
      create table of_a_version_to_come (); grant select on of_a_version_to_come to ${role.name};
      insert into drizzle.__drizzle_migrations (hash, created_at)
        select 'of a version to come', max(created_at) + 1 from drizzle.__drizzle_migrations`)
    await migrateWhenNeeded(urls)
    await expect(grantToService(urls)).rejects.toThrow('A newer version has migrated this database')
    expect(await role.sql`select from of_a_version_to_come`).toHaveLength(0)
    await dropRole(newer, role)
    await newer.drop()
  })

  test('is refused without DATABASE_URL: it would migrate another database than the embedded one', async () => {
    const urls = { DATABASE_URL: '', MIGRATION_DATABASE_URL: database.databaseUrl }
    const { code, stderr } = await run('server/network-load.ts', urls, 'docs/network.example.json')
    expect(code).toBe(1)
    expect(stderr).toContain('MIGRATION_DATABASE_URL is set without DATABASE_URL')
  })
})
