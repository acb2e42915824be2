import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import * as schema from '@/db/schema'

/**
 * Rows that grow can be divided by merchant, and their ids do not end (ADR-0067): every table whose rows come with calls, sales, days or
 * visits has its merchant in every key, and ids of 64 bits.
 */

/** Their rows come with calls, sales and days. */
const ofMerchants = [
  'access_tokens',
  'api_requests',
  'authorization_days',
  'authorizations',
  'certification_calls',
  'certification_runs',
  'certification_scenes',
  'closing_comparisons',
  'closing_consumptions',
  'closing_differences',
  'closings',
  'consumption_company_days',
  'consumption_days',
  'consumption_months',
  'consumptions',
  'credential_calls',
  'credential_refusals',
  'discount_daily_usage',
  'discount_usage',
  'idempotency_keys',
  'member_authorizations',
  'member_consumptions',
  'merchant_minutes',
  'terminal_hours',
  'terminals',
]

/** They grow too, and are of no merchant: why each stays whole. */
const ofNoMerchant: Readonly<Record<string, string>> = {
  audit_events: 'the trail of merchants, companies and the network is one, and is sealed by day as one',
  collaborators: 'a person is of a company, and uses the discounts of many merchants',
  collaborator_invitations: 'of a company',
  collaborator_links: 'of a person',
  collaborator_sessions: 'of a person',
  known_devices: 'of a person',
  mails: 'to a person, of whichever office',
}

/** Kept by what this network decides, registers and writes down, by people: their number does not follow that of sales. */
const ofPeople = [
  'affiliation_requests',
  'affiliations',
  'announcements',
  'announcements_put_away',
  'api_keys',
  'approvals',
  'article_categories',
  'articles',
  'audit_days',
  'branches',
  'collaborator_types',
  'companies',
  'company_people',
  'company_memberships',
  'discounts',
  'expiry_calendars',
  'four_eyes_switches',
  'grants',
  'hand_off_watches',
  'hand_offs',
  'identification_types',
  'imports',
  'incident_updates',
  'incidents',
  'installation',
  'invitations',
  'merchant_disablings',
  'merchant_memberships',
  'merchant_policy_changes',
  'merchants',
  'network_minutes',
  'oauth_clients',
  'operator_memberships',
  'password_resets',
  'privacy_case_people',
  'privacy_cases',
  'privacy_rectifications',
  'recovery_codes',
  'sales_summed',
  'sandbox_faults',
  'saved_views',
  'sessions',
  'support_views',
  'terminal_fleets',
  'throttles',
  'users',
  'write_probes',
]

const tables = Object.values<unknown>(schema)
  .filter((each) => each instanceof PgTable)
  .map((each) => getTableConfig(each))

type Table = (typeof tables)[number]

const named = (name: string): Table => {
  const table = tables.find((each) => each.name === name)
  if (!table) throw new Error(`there is no table ${name}`)
  return table
}

type Named = { readonly name?: string | undefined }

const namesOf = (columns: readonly Named[]): readonly string[] => columns.map(({ name }) => name ?? 'an expression')

/** The columns of everything that lets a row be there once. */
const keysOf = (table: Table): readonly (readonly string[])[] => [
  ...table.columns.filter(({ primary, isUnique }) => primary || isUnique).map((column) => namesOf([column])),
  ...table.primaryKeys.map(({ columns }) => namesOf(columns)),
  ...table.uniqueConstraints.map(({ columns }) => namesOf(columns)),
  ...table.indexes.filter(({ config }) => config.unique).map(({ config }) => namesOf(config.columns as Named[])),
]

/** Ids of one table for the whole network: what is sought by them alone says so in ADR-0067. */
const keysWithoutMerchant: Readonly<Record<string, readonly string[]>> = {
  terminals: ['id'],
  certification_runs: ['code'],
}

describe('every table', () => {
  it('is in one of the lists: of a merchant and growing, of none and growing, or not growing with sales', () => {
    const listed = [...ofMerchants, ...Object.keys(ofNoMerchant), ...ofPeople]
    expect([...listed].sort()).toEqual(tables.map(({ name }) => name).sort())
  })
})

describe.each(ofMerchants)('%s', (name) => {
  it('has a merchant in every row and in every key', () => {
    const table = named(name)
    expect(table.columns.find((column) => column.name === 'merchantId')?.notNull).toBe(true)
    const keys = keysOf(table)
    expect(keys.length).toBeGreaterThan(0)
    const without = keys.filter((columns) => !columns.includes('merchantId'))
    expect(without).toEqual((keysWithoutMerchant[name] ?? []).map((column) => [column]))
    expect(keys.length).toBeGreaterThan(without.length)
  })
})

it.each([...ofMerchants, ...Object.keys(ofNoMerchant)])('%s has no identity of 32 bits', (name) => {
  const short = named(name).columns.filter(
    (column) => column.generatedIdentity !== undefined && column.getSQLType() !== 'bigint',
  )
  expect(short.map((column) => column.name)).toEqual([])
})
