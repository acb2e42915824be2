import type { Sql } from '@/db/client'
import { mintApiKey, mintClientId, mintClientSecret } from '@/lib/credentials/secret'
import { encryptIdentification, type IdentificationKeys } from '@/lib/identification/identification'
import {
  affiliatedMerchant,
  affiliationsPerCompany,
  collaboratorTypesPerCompany,
  companyName,
  discountOf,
  discountsPerMerchant,
  firstTypeOf,
  grantedSlots,
  hmacOf,
  identificationTypeId,
  personOf,
  type Shape,
} from './network'

/** What the load generator presents: per merchant, in the order of their ids. */
export type Credentials = { apiKeys: string[]; clients: { clientId: string; clientSecret: string }[] }

type Row = Record<string, string | number | boolean | null | string[]>

const rowsPerStatement = 5_000
const permissions = ['core.integrations']
const dayMs = 86_400_000

/** Fills an empty, migrated database by bulk statements, and gives the credentials that it minted. */
export async function loadNetwork(sql: Sql, shape: Shape, keys: IdentificationKeys): Promise<Credentials> {
  if (shape.merchants < affiliationsPerCompany || shape.merchants % 13 === 0) {
    throw new Error('--scale: needs 20 merchants or more, and not a multiple of 13')
  }
  const year = { valid_from: instantAfterDays(-30), valid_to: instantAfterDays(365) }
  await insert(sql, 'identification_types', numbers(2), (id) => ({ id, name: `Tipo ${id}` }))
  await insert(sql, 'merchants', numbers(shape.merchants), (id) => ({ id, name: `Comercio ${id}`, enabled: true }))
  await insert(sql, 'article_categories', numbers(shape.merchants), (id) => ({ id, merchant_id: id, name: 'Bebidas' }))
  await insert(sql, 'discounts', numbers(shape.merchants * discountsPerMerchant), (n) => {
    const merchant = Math.ceil(n / discountsPerMerchant)
    const { id, live, type, value, maximumCents, limited, categoryScope } = discountOf(
      merchant,
      (n - 1) % discountsPerMerchant,
    )
    return {
      id,
      merchant_id: merchant,
      name: `Descuento ${id}`,
      description: 'Para todos los colaboradores de las empresas afiliadas, de lunes a domingo',
      status: live ? 'published' : 'paused',
      discount_type: type,
      discount_value: value / 100,
      scope: categoryScope ? 'category' : 'store',
      article_category_id: categoryScope ? merchant : null,
      ...year,
      budget: limited ? 999_999_999_999 : null,
      uses_per_collaborator_per_day: limited ? 1_000_000 : null,
      maximum_discount: maximumCents === null ? null : maximumCents / 100,
    }
  })
  await loadCompanies(sql, shape)
  await insert(sql, 'collaborators', numbers(shape.collaborators), (id) => {
    const person = personOf(shape, id)
    return {
      id,
      company_id: person.company,
      collaborator_type_id: person.typeId,
      identification_type_id: identificationTypeId,
      identification_hmac: bytes(hmacOf(keys, person.identification)),
      identification_ciphertext: bytes(encryptIdentification(keys, person.identification)),
      first_name: person.firstName,
      last_name: person.lastName,
      active: person.active,
    }
  })
  const credentials = await loadCredentials(sql, shape)
  await setSequences(sql)
  await sql`vacuum (analyze)`
  return credentials
}

async function loadCompanies(sql: Sql, shape: Shape): Promise<void> {
  await insert(sql, 'companies', numbers(shape.companies), (id) => ({ id, name: companyName(id) }))
  await insert(sql, 'collaborator_types', numbers(shape.companies * collaboratorTypesPerCompany), (id) => ({
    id,
    company_id: Math.ceil(id / collaboratorTypesPerCompany),
    name: `Tipo ${id}`,
  }))
  const affiliations = numbers(shape.companies * affiliationsPerCompany).map((n) => {
    const company = Math.ceil(n / affiliationsPerCompany)
    const j = (n - 1) % affiliationsPerCompany
    return { company, j, merchant: affiliatedMerchant(shape, company, j) }
  })
  await insert(sql, 'affiliations', affiliations, ({ company, merchant }) => ({
    company_id: company,
    merchant_id: merchant,
  }))
  const grants = affiliations.flatMap(({ company, j, merchant }) =>
    grantedSlots(company, j).map((grant) => ({ company, merchant, ...grant })),
  )
  await insert(sql, 'grants', grants, ({ company, merchant, slot, toFirstType }, n) => ({
    id: n + 1,
    company_id: company,
    merchant_id: merchant,
    discount_id: discountOf(merchant, slot).id,
    collaborator_type_id: toFirstType ? firstTypeOf(company) : null,
  }))
}

async function loadCredentials(sql: Sql, shape: Shape): Promise<Credentials> {
  const minted = numbers(shape.merchants).map((merchant) => {
    const clientId = mintClientId('test', merchant)
    return { merchant, ...mintApiKey('test'), clientId, client: mintClientSecret(clientId) }
  })
  await insert(sql, 'api_keys', minted, ({ merchant, prefix, secretHash }) => ({
    id: merchant,
    merchant_id: merchant,
    name: 'Caja',
    permissions,
    prefix,
    secret_hash: bytes(secretHash),
    expires_at: instantAfterDays(365),
  }))
  await insert(sql, 'oauth_clients', minted, ({ merchant, clientId, client }) => ({
    id: merchant,
    merchant_id: merchant,
    name: 'ERP',
    permissions,
    client_id: clientId,
    secret_hash: bytes(client.secretHash),
  }))
  return {
    apiKeys: minted.map(({ apiKey }) => apiKey.reveal()),
    clients: minted.map(({ clientId, client }) => ({ clientId, clientSecret: client.clientSecret.reveal() })),
  }
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)
const bytes = (buffer: Buffer): string => `\\x${buffer.toString('hex')}`
const instantAfterDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()

async function insert<T>(sql: Sql, table: string, entries: readonly T[], rowOf: (entry: T, at: number) => Row) {
  for (let from = 0; from < entries.length; from += rowsPerStatement) {
    const rows = entries.slice(from, from + rowsPerStatement).map((entry, at) => rowOf(entry, from + at))
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    await sql.unsafe(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
      [JSON.stringify(rows)],
    )
  }
}

/** The ids were given, so the sequences must be set to continue after them. */
async function setSequences(sql: Sql): Promise<void> {
  for (const table of ['merchants', 'discounts', 'companies', 'collaborators', 'grants', 'api_keys', 'oauth_clients']) {
    await sql.unsafe(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  }
}
