import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import example from '@/docs/network.example.json' with { type: 'json' }
import { merchantPermissions } from '@/lib/accounts/permissions'
import { digest, parseApiKey } from '@/lib/credentials/secret'
import {
  decryptIdentification,
  deriveIdentificationKeys,
  hmacIdentification,
} from '@/lib/identification/identification'
import { type LoadedNetwork, loadNetwork } from '@/lib/network-file/load-network'
import { createDatabase } from '../fixtures/database'
import {
  apiKeysOfFile,
  companyOfFile,
  everyRow,
  faultsOf,
  merchantOfFile,
  networkFile,
  personOfFile,
  tablesOf,
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

describe('a network file', () => {
  it('is answered with the ids that the service gave and the secrets of what did not exist', async () => {
    const loaded = await load(example)
    const [row] = await sql`select id from merchants where key = 'mercado'`
    expect(Object.keys(loaded.merchants)).toEqual(['mercado', 'farmacia-sol', 'libreria-cerrada'])
    expect(loaded.merchants.mercado).toEqual({
      id: row?.id,
      branches: { naco: expect.any(Number), santiago: expect.any(Number), bani: expect.any(Number) },
      categories: { bebidas: expect.any(Number), limpieza: expect.any(Number) },
      articles: Object.fromEntries(
        ['AGUA-600', 'JUGO-1L', 'CLORO-1G', 'CAFE-LB'].map((sku) => [sku, expect.any(Number)]),
      ),
      discounts: Object.fromEntries(
        ['todo-10', 'bebidas-15', 'cafe-100', 'fijo-500', 'pasado', 'pausado'].map((key) => [key, expect.any(Number)]),
      ),
      apiKeys: { 'pos-naco': expect.stringMatching(/^ck_test/), reportes: expect.stringMatching(/^ck_test/) },
      oauthClients: {
        erp: { clientId: expect.stringMatching(`^m${row?.id}-test`), clientSecret: expect.any(String) },
      },
    })
    expect(loaded.merchants['libreria-cerrada']).toMatchObject({ branches: {}, articles: {}, oauthClients: {} })
    expect(loaded.companies).toEqual({
      'caribe-tech': {
        id: expect.any(Number),
        types: { fijo: expect.any(Number), pasante: expect.any(Number) },
        collaborators: 4,
      },
      'zona-franca': { id: expect.any(Number), types: {}, collaborators: 1 },
    })
  })

  it('stands in the database as it says', async () => {
    const loaded = await load(example)
    const [discount] = await sql`
      select d.*, a.sku from discounts d left join articles a on a.id = d.article_id where d.key = 'cafe-100'`
    expect(discount).toMatchObject({ discount_type: 'AMT', discount_value: '100.00', scope: 'article', sku: 'CAFE-LB' })
    expect(discount?.valid_to).toEqual(new Date('2028-01-01T04:00:00Z'))
    const [limited] = await sql`select * from discounts where key = 'fijo-500'`
    expect(limited).toMatchObject({ uses_per_collaborator_per_day: 1, minimum_purchase: '1000.00', budget: null })
    const grants = await sql`
      select d.key, t.key as type from grants g join discounts d on d.id = g.discount_id
      left join collaborator_types t on t.id = g.collaborator_type_id order by g.id`
    expect(grants.map(({ key, type }) => `${key} to ${type ?? 'team'}`)).toEqual([
      'todo-10 to team',
      'bebidas-15 to fijo',
      'cafe-100 to fijo',
      'fijo-500 to team',
      'pasado to team',
      'pausado to team',
    ])
    const [li] = await sql`
      select * from collaborators where identification_hmac = ${hmacIdentification(keys, 2, 'rd1234567')}`
    expect(li).toMatchObject({ first_name: 'Li', collaborator_type_id: loaded.companies['caribe-tech']?.types.fijo })
    expect(decryptIdentification(keys, li?.identification_ciphertext, 1)).toBe('RD1234567')
    const [admin] = await sql`
      select u.password_hash, m.permissions from users u join merchant_memberships m on m.user_id = u.id
      where u.email = 'admin@mercado.example'`
    expect(admin?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(admin?.permissions.toSorted()).toEqual(merchantPermissions.toSorted())
  })

  it('gives secrets that authenticate: their SHA-256 is what is stored', async () => {
    const { merchants } = await load(example)
    const key = parseApiKey(merchants.mercado?.apiKeys['pos-naco'] ?? '')
    const [stored] = await sql`
      select secret_hash, expires_at - created_at = interval '90 days' as "isFor90Days"
      from api_keys where prefix = ${key?.prefix ?? ''}`
    expect(stored).toEqual({ secret_hash: digest(key?.secretText ?? ''), isFor90Days: true })
    const client = merchants.mercado?.oauthClients.erp
    const [kept] = await sql`select secret_hash from oauth_clients where client_id = ${client?.clientId ?? ''}`
    expect(kept?.secret_hash).toEqual(digest(client?.clientSecret ?? ''))
  })

  it('leaves an audit event of the operator for each credential that it creates', async () => {
    await load(example)
    await load(example)
    const events = await sql`
      select e.action, e.actor, e.outcome from audit_events e
      left join api_keys k on e.subject_type = 'api_key' and k.id::text = e.subject_id and k.merchant_id = e.merchant_id
      left join oauth_clients c on e.subject_type = 'oauth_client' and c.id::text = e.subject_id and c.merchant_id = e.merchant_id
      where num_nonnulls(k.id, c.id) = 1 order by e.id`
    const created = { action: 'api_key.created', actor: 'operator', outcome: 'done' }
    expect(events).toEqual([created, created, created, created, { ...created, action: 'oauth_client.created' }])
  })

  it('changes no row when it is loaded again, and gives no secret', async () => {
    const first = await load(example)
    const before = await everyRow(sql)
    const second = await load(structuredClone(example))
    expect(await everyRow(sql)).toEqual(before)
    const erp = { clientId: first.merchants.mercado?.oauthClients.erp?.clientId, clientSecret: null }
    expect(second.merchants.mercado).toEqual({
      ...first.merchants.mercado,
      apiKeys: { 'pos-naco': null, reportes: null },
      oauthClients: { erp },
    })
    expect(second.companies).toEqual(first.companies)
  })

  it('leaves no identification and no secret in plain text anywhere', async () => {
    const { merchants } = await load(example)
    const secrets = Object.values(merchants).flatMap(({ apiKeys, oauthClients }) => [
      ...Object.values(apiKeys).map((key) => parseApiKey(key ?? '')?.secretText ?? ''),
      ...Object.values(oauthClients).map(({ clientSecret }) => clientSecret ?? ''),
    ])
    const identifications = example.companies.flatMap(({ collaborators }) =>
      collaborators.map(({ identification }) => identification),
    )
    const needles = [...secrets, ...identifications, 'correct-horse-battery']
    expect(needles.filter((needle) => needle.length < 9)).toEqual([])
    for (const table of await tablesOf(sql)) {
      const rows = await sql`select * from ${sql(table)}`
      const bytes = rows.flatMap((row) => Object.values(row).filter((value) => value instanceof Uint8Array))
      const dump = JSON.stringify(rows) + bytes.map((one) => Buffer.from(one).toString('latin1')).join('\n')
      for (const needle of needles) expect(dump.includes(needle), table).toBe(false)
    }
  })
})

const withApiKeys = (apiKeys: readonly unknown[]) => networkFile([], [merchantOfFile({ apiKeys })])

async function count(table: string, which = sql``): Promise<number> {
  return Number((await sql`select count(*) from ${sql(table)} ${which}`)[0]?.count)
}

describe('a load', () => {
  it('refuses a file whose grant names no discount and writes nothing', async () => {
    const before = await everyRow(sql)
    const wrong = [{ merchant: 'm', discount: 'no', to: 'team' }]
    expect(
      await faultsOf(
        load(networkFile([companyOfFile('c', [], { affiliations: ['m'], grants: wrong })], [merchantOfFile()])),
      ),
    ).toMatchObject([{ path: 'companies[0].grants[0].discount' }])
    expect(await everyRow(sql)).toEqual(before)
  })

  it('knows identification types of the file and of the database, and no others', async () => {
    await sql`insert into identification_types (id, name) values (8, 'Old')`
    const people = [8, 9].map((identificationTypeId) => personOfFile('Z1', { identificationTypeId }))
    const faults = await faultsOf(load(networkFile([companyOfFile('a', people)])))
    expect(faults.map(({ path }) => path)).toEqual(['companies[0].collaborators[1].identificationTypeId'])
  })

  it('refuses an eleventh live credential, counts those of the office, and writes nothing (D53)', async () => {
    await load(withApiKeys(apiKeysOfFile(9)))
    await sql`update api_keys set key = null where key = 'k0'`
    await sql`update api_keys set revoked_at = now() where key = 'k1'`
    const before = await everyRow(sql)
    const paths = (await faultsOf(load(withApiKeys(apiKeysOfFile(3, 20))))).map(({ path }) => path)
    expect(paths).toEqual(['merchants[0].apiKeys[2]'])
    expect(await everyRow(sql)).toEqual(before)
    await load(withApiKeys(apiKeysOfFile(2, 20)))
    expect(await count('api_keys')).toBe(11)
  })

  it('refuses the name of a live credential of the office', async () => {
    await load(withApiKeys(apiKeysOfFile(2)))
    await sql`update api_keys set key = null where key = 'k1'`
    const faults = await faultsOf(load(withApiKeys([{ ...apiKeysOfFile(1, 1)[0], key: 'new' }])))
    expect(faults.map(({ path }) => path)).toEqual(['merchants[0].apiKeys[0].name'])
  })

  it('takes turns with another one: both work, nothing doubles, one of them gives the secrets', async () => {
    const both = await Promise.all([load(example), load(structuredClone(example)), load(example)])
    const secrets = both.map(({ merchants }) => merchants.mercado?.apiKeys.reportes).filter((secret) => secret !== null)
    expect(secrets).toHaveLength(1)
    expect(new Set(both.map(({ merchants }) => merchants.mercado?.id)).size).toBe(1)
    expect([await count('merchants'), await count('collaborators'), await count('api_keys')]).toEqual([3, 5, 4])
    expect(await count('audit_events')).toBe(5)
  })

  it('takes 20,000 collaborators, and finds each of them again', async () => {
    const people = Array.from({ length: 20_000 }, (_, at) => personOfFile(`P${at}`, { active: at % 100 !== 0 }))
    const half = people.length / 2
    const large = networkFile([companyOfFile('a', people.slice(0, half)), companyOfFile('b', people.slice(half))])
    const loaded = await load(large)
    expect(loaded.companies.b?.collaborators).toBe(half)
    expect([await count('collaborators'), await count('collaborators', sql`where active`)]).toEqual([20_000, 19_800])
    const [before] = await sql`select max(xmin::text::bigint) as newest, max(id) as id from collaborators`
    await load(large)
    expect(await sql`select max(xmin::text::bigint) as newest, max(id) as id from collaborators`).toEqual([before])
    expect(await count('collaborators')).toBe(20_000)
  })
})
