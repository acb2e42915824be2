import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import { decryptIdentification, deriveIdentificationKeys } from '@/lib/identification/identification'
import { type LoadedNetwork, loadNetwork } from '@/lib/network-file/load-network'
import { createDatabase } from '../fixtures/database'
import { lockWaits } from '../fixtures/lock-waits'
import {
  apiKeysOfFile,
  companyOfFile,
  discountOfFile,
  everyRow,
  faultsOf,
  merchantOfFile,
  networkFile,
  personOfFile,
} from '../fixtures/network-file'

const keys = deriveIdentificationKeys(randomBytes(32).toString('base64'))

let database: Awaited<ReturnType<typeof createDatabase>>
let sql: Sql

beforeEach(async () => {
  database = await createDatabase()
  sql = database.sql
})

afterEach(async () => {
  await database.drop()
})

const load = (file: unknown): Promise<LoadedNetwork> => loadNetwork(sql, file, keys, 'test')

/** Where people are active, as `company: first name`. */
async function active(): Promise<string[]> {
  const rows = await sql`
    select co.key, c.first_name from collaborators c join companies co on co.id = c.company_id where c.active order by c.id`
  return rows.map((row) => `${row.key}: ${row.first_name}`)
}

async function grants(): Promise<string[]> {
  const rows = await sql`
    select d.name, t.key from grants g join discounts d on d.id = g.discount_id
    left join collaborator_types t on t.id = g.collaborator_type_id order by d.name, t.key`
  return rows.map((row) => `${row.name} to ${row.key ?? 'team'}`)
}

const count = async (table: string) => Number((await sql`select count(*) from ${sql(table)}`)[0]?.count)

const twoPeople = [personOfFile('A1', { type: 't', email: 'ANA@x.example' }), personOfFile('B2', { firstName: 'Luis' })]

const small = (change: { merchant?: Record<string, unknown>; people?: readonly unknown[]; company?: object } = {}) =>
  networkFile(
    [
      companyOfFile('c', change.people ?? twoPeople, {
        types: [{ key: 't', name: 'T' }],
        affiliations: ['m'],
        grants: [
          { merchant: 'm', discount: 'd1', to: 'team' },
          { merchant: 'm', discount: 'd2', to: ['t'] },
        ],
        users: [{ email: 'hr@x.example', name: 'HR', password: 'correct-horse-battery', permissions: [] }],
        ...change.company,
      }),
    ],
    [
      merchantOfFile({
        articles: [{ sku: 'A', name: 'Agua' }],
        discounts: [discountOfFile('d1'), discountOfFile('d2', { scope: { kind: 'article', sku: 'A' } })],
        apiKeys: apiKeysOfFile(2),
        ...change.merchant,
      }),
    ],
  )

describe('a changed network file', () => {
  it('updates by key what it says otherwise, keeps ids and touches nothing else', async () => {
    const first = await load(small())
    const [untouched] = await sql`select xmin::text, * from discounts where key = 'd1'`
    const discounts = [
      discountOfFile('d1'),
      discountOfFile('d2', { value: 12.5, status: 'paused', limits: { usesTotal: 3 } }),
    ]
    const [ana, luis] = twoPeople
    const people = [{ ...ana, lastName: 'Gil', type: null }, luis]
    const second = await load(
      small({
        merchant: { name: 'M2', enabled: false, lateNotificationHours: 24, missesPerMinute: 600, discounts },
        people,
      }),
    )

    expect(second.merchants.m?.discounts).toEqual(first.merchants.m?.discounts)
    expect(await sql`select name, enabled, late_notification_hours, misses_per_minute from merchants`).toEqual([
      { name: 'M2', enabled: false, late_notification_hours: 24, misses_per_minute: 600 },
    ])
    expect(await sql`select xmin::text, * from discounts where key = 'd1'`).toEqual([untouched])
    const [d2] = await sql`select * from discounts where key = 'd2'`
    expect(d2).toMatchObject({ discount_value: '12.50', status: 'paused', uses_total: 3, scope: 'store' })
    const names =
      await sql`select first_name, last_name, collaborator_type_id as type, email from collaborators order by id`
    expect(names[0]).toEqual({ first_name: 'Ana', last_name: 'Gil', type: null, email: 'ana@x.example' })
    expect(names[1]).toMatchObject({ first_name: 'Luis', last_name: 'Pérez' })
  })

  it('leaves what it no longer names, except affiliations and grants, which it withdraws', async () => {
    await load(small())
    const fewer = { apiKeys: [], discounts: [discountOfFile('d2')], articles: [] }
    const grant = { grants: [{ merchant: 'm', discount: 'd2', to: 'team' }] }
    await load(small({ merchant: fewer, people: [], company: { ...grant, types: [], users: [] } }))
    expect(await grants()).toEqual(['d2 to team'])
    await load(small({ company: { affiliations: [], grants: [] }, people: [] }))
    expect([await count('grants'), await count('affiliations')]).toEqual([0, 0])
    const left = ['collaborators', 'api_keys', 'discounts', 'articles', 'collaborator_types', 'company_memberships']
    expect(await Promise.all(left.map(count))).toEqual([2, 2, 2, 1, 1, 1])
  })

  it('tells in the trail of each side what it withdrew, once, and nothing when it withdraws nothing', async () => {
    const { merchants, companies } = await load(small())
    const [merchantId, companyId] = [merchants.m?.id, companies.c?.id]
    const [names] = await sql`select (select name from merchants) as merchant, (select name from companies) as company`
    const told = () => sql`
      select merchant_id as "merchantId", company_id as "companyId", actor, action, details from audit_events
      where action not in ('api_key.created', 'oauth_client.created') order by id`
    await load(small())
    expect(await told()).toEqual([])
    await load(small({ company: { grants: [{ merchant: 'm', discount: 'd2', to: 'team' }] } }))
    const withdrawn = { merchantId: null, companyId, actor: 'operator', action: 'grant.withdrawn' }
    const grantsGone = [
      { ...withdrawn, details: { name: 'd1', merchant: names?.merchant, to: 'team' } },
      { ...withdrawn, details: { name: 'd2', merchant: names?.merchant, to: ['T'] } },
    ]
    expect(await told()).toEqual(grantsGone)
    await load(small({ company: { affiliations: [], grants: [] } }))
    await load(small({ company: { affiliations: [], grants: [] } }))
    const ended = { actor: 'operator', action: 'affiliation.ended' }
    const details = { by: 'operator', grants: 1 }
    expect(await told()).toEqual([
      ...grantsGone,
      { ...ended, merchantId, companyId: null, details: { ...details, name: names?.company } },
      { ...ended, merchantId: null, companyId, details: { ...details, name: names?.merchant } },
    ])
  })

  it('withdraws nothing that an office made of its own, nor from companies or merchants of another file', async () => {
    const { merchants, companies } = await load(small())
    const other = (part: object) => JSON.parse(JSON.stringify(part).replaceAll('"c"', '"c2"').replaceAll('"m"', '"m2"'))
    await load(other(small({ people: [], company: { users: [] } })))
    const ids = [companies.c?.id ?? 0, merchants.m?.id ?? 0] as const
    await sql`
      with made as (
        insert into discounts (merchant_id, name, description, status, discount_type, discount_value, scope, valid_from, valid_to)
        values (${ids[1]}, 'office', '', 'published', 'PCT', 5, 'store', now(), now() + interval '1 day') returning id)
      insert into grants (company_id, merchant_id, discount_id) select ${ids[0]}, ${ids[1]}, id from made`
    await sql`insert into affiliations (company_id, merchant_id) select ${ids[0]}, id from merchants where key = 'm2'`
    await load(small({ company: { grants: [] } }))
    expect(await grants()).toEqual(['d1 to team', 'd2 to t', 'office to team'])
    expect(await count('affiliations')).toBe(3)
  })

  it('keeps the password of a user who has one, and updates their permissions', async () => {
    await load(small())
    const [before] = await sql`select password_hash from users`
    const user = { email: 'HR@x.example', name: 'Rosa', password: 'another-horse-battery' }
    await load(small({ company: { users: [{ ...user, permissions: ['company.benefits.manage'] }] } }))
    expect(await sql`select name, password_hash from users`).toEqual([{ ...before, name: 'Rosa' }])
    expect(await sql`select permissions from company_memberships`).toEqual([
      { permissions: ['company.benefits.manage'] },
    ])
  })

  it('writes an identification anew when its letters changed case, for the same person', async () => {
    await load(small())
    await load(small({ people: [{ ...twoPeople[0], identification: 'a1' }, twoPeople[1]] }))
    const rows = await sql`select identification_ciphertext as bytes from collaborators order by id`
    expect(rows.map(({ bytes }) => decryptIdentification(keys, bytes, 1))).toEqual(['a1', 'B2'])
  })

  it('renames credentials, swaps names too, and never prints their secrets again', async () => {
    await load(small())
    const [one, two] = apiKeysOfFile(2)
    const swapped = [
      { ...one, name: two?.name, permissions: ['core.consumptions.read'] },
      { ...two, name: one?.name, validityDays: 365 },
    ]
    const loaded = await load(small({ merchant: { apiKeys: swapped } }))
    expect(loaded.merchants.m?.apiKeys).toEqual({ k0: null, k1: null })
    const rows =
      await sql`select key, name, permissions, expires_at - created_at < interval '91 days' as kept from api_keys order by id`
    expect(rows).toEqual([
      { key: 'k0', name: 'Key 1', permissions: ['core.consumptions.read'], kept: true },
      { key: 'k1', name: 'Key 0', permissions: ['core.integrations'], kept: true },
    ])
  })

  it('resurrects nothing: revoked and deleted credentials and ended discounts stay so', async () => {
    const oauthClients = [{ key: 'o', name: 'O', permissions: ['core.integrations'] }]
    const first = await load(small({ merchant: { oauthClients } }))
    await sql`update api_keys set revoked_at = now() where key = 'k0'`
    await sql`update oauth_clients set deleted_at = now()`
    await sql`update discounts set status = 'ended' where key = 'd1'`
    const before = await everyRow(sql)
    const second = await load(small({ merchant: { oauthClients } }))
    expect(await everyRow(sql)).toEqual(before)
    expect(second.merchants.m?.apiKeys).toEqual({ k0: null, k1: null })
    expect(second.merchants.m?.oauthClients.o).toEqual({ ...first.merchants.m?.oauthClients.o, clientSecret: null })
  })

  it('runs again when an office writes the same at the same time', async () => {
    await load(small())
    let loading: Promise<LoadedNetwork> | undefined
    await sql.begin(async (office) => {
      await office`insert into articles (merchant_id, sku, name) select id, 'NEW', 'Office' from merchants`
      loading = load(small({ merchant: { articles: ['A', 'NEW'].map((sku) => ({ sku, name: 'File' })) } }))
      await expect.poll(() => lockWaits(sql)).toBeGreaterThan(0)
    })
    expect((await loading)?.merchants.m?.articles).toHaveProperty('NEW')
    expect(await sql`select sku, name from articles order by sku`).toEqual([
      { sku: 'A', name: 'File' },
      { sku: 'NEW', name: 'File' },
    ])
  })
})

describe('a person', () => {
  const leaves = (key: string) => companyOfFile(key, [personOfFile('X9', { active: false })])
  const enters = (key: string) => companyOfFile(key, [personOfFile('x9', { firstName: 'Eva' })])

  it.each(['before', 'after'])(
    'moves when the company that they leave comes %s the one that they enter',
    async (order) => {
      await load(networkFile([companyOfFile('a', [personOfFile('X9')]), companyOfFile('b', [])]))
      await load(networkFile(order === 'before' ? [leaves('a'), enters('b')] : [enters('b'), leaves('a')]))
      expect(await active()).toEqual(['b: Eva'])
      await load(networkFile(order === 'before' ? [enters('a'), leaves('b')] : [leaves('b'), enters('a')]))
      expect(await active()).toEqual(['a: Eva'])
      expect(await count('collaborators')).toBe(2)
    },
  )

  it('active at a company out of the file cannot be active in it: a fault at their path, and nothing is written', async () => {
    await load(networkFile([companyOfFile('a', [personOfFile('X9')])]))
    const before = await everyRow(sql)
    const faults = await faultsOf(load(networkFile([companyOfFile('b', [personOfFile('Y1'), personOfFile('x9')])])))
    expect(faults.map(({ path }) => path)).toEqual(['companies[0].collaborators[1].identification'])
    expect(await everyRow(sql)).toEqual(before)
  })
})
