import { caseTextsKeptDays } from './cases'

/**
 * What each table of the database keeps of people, what takes it away and when: the retention table of the operator's office. A table
 * that is missing here, or one that is not in the schema, fails a law (ADR-0059).
 */
export const dataKinds = [
  'people',
  'cases',
  'access',
  'invitations',
  'sales',
  'limits',
  'files',
  'mails',
  'trail',
  'calls',
  'accounts',
  'teams',
  'attempts',
  'credentials',
  'terminals',
  'certification',
  'closings',
  'offer',
  'network',
  'operation',
] as const

export type DataKind = (typeof dataKinds)[number]

/**
 * What takes rows away: `erasure` of the person; a `job` of the service; the `owner`, who leaves a team, signs out or takes it back; or
 * `nothing`, where history and sums must stay.
 */
export type Purge = 'erasure' | 'job' | 'owner' | 'nothing'

/** For how long: until what takes it away happens, for good, or for so long and no longer. */
export type Kept = 'until_then' | 'always' | { readonly hours: number } | { readonly days: number }

export type TableKind = {
  readonly kind: DataKind
  /** Whether a row tells of a person: by name, address or identification, or by the id of who has them. */
  readonly holdsPerson: boolean
  readonly purgedBy: Purge
  readonly keptFor: Kept
}

const of = (kind: DataKind, holdsPerson: boolean, purgedBy: Purge, keptFor: Kept): TableKind => ({
  kind,
  holdsPerson,
  purgedBy,
  keptFor,
})

/** Rows that stay: what happened, and what others refer to. */
const kept = (kind: DataKind, holdsPerson = false) => of(kind, holdsPerson, 'nothing', 'always')

const swept = (kind: DataKind, keptFor: Kept, holdsPerson = false) => of(kind, holdsPerson, 'job', keptFor)

export const tableKinds = {
  // A collaborator: erasure takes the name, the address and the identification out of the row, which stays for the sums.
  collaborators: of('people', true, 'erasure', 'until_then'),
  // Whoever asked, and what was answered, go so long after the end of a case; that there was one stays.
  privacy_cases: swept('cases', { days: caseTextsKeptDays }, true),
  privacy_case_people: kept('cases', true),
  privacy_rectifications: swept('cases', { days: caseTextsKeptDays }, true),

  collaborator_links: swept('access', { days: 1 }, true),
  collaborator_sessions: swept('access', { days: 31 }, true),
  known_devices: swept('access', { days: 365 }, true),
  collaborator_invitations: of('invitations', true, 'erasure', 'until_then'),

  // Amounts never change, and say which row of `collaborators` bought; who that was, that row alone says.
  authorizations: kept('sales', true),
  consumptions: kept('sales', true),
  idempotency_keys: kept('sales', true),
  member_authorizations: kept('sales', true),
  member_consumptions: kept('sales', true),
  sales_summed: kept('sales'),
  consumption_days: kept('sales'),
  consumption_months: kept('sales'),
  consumption_company_days: kept('sales'),
  authorization_days: kept('sales'),
  discount_daily_usage: kept('limits', true),
  discount_usage: kept('limits'),

  imports: swept('files', { hours: 1 }, true),
  mails: of('mails', true, 'erasure', 'until_then'),
  audit_events: kept('trail', true),
  audit_days: kept('trail'),
  api_requests: swept('calls', { days: 30 }),

  users: kept('accounts', true),
  sessions: kept('accounts', true),
  recovery_codes: of('accounts', true, 'owner', 'until_then'),
  password_resets: kept('accounts', true),
  throttles: swept('attempts', { days: 2 }, true),
  merchant_memberships: of('teams', true, 'owner', 'until_then'),
  company_memberships: of('teams', true, 'owner', 'until_then'),
  operator_memberships: of('teams', true, 'owner', 'until_then'),
  invitations: kept('teams', true),
  saved_views: of('teams', true, 'owner', 'until_then'),
  expiry_calendars: of('teams', true, 'owner', 'until_then'),
  announcements_put_away: kept('teams', true),

  api_keys: kept('credentials', true),
  oauth_clients: kept('credentials', true),
  access_tokens: swept('credentials', { days: 1 }),
  credential_calls: swept('credentials', { days: 30 }),
  credential_refusals: swept('credentials', { days: 30 }),
  hand_offs: swept('credentials', { hours: 72 }, true),
  hand_off_watches: swept('credentials', { hours: 1 }),
  sandbox_faults: of('credentials', false, 'owner', 'until_then'),
  terminals: swept('terminals', { days: 365 }),
  terminal_hours: swept('terminals', { days: 35 }),
  terminal_fleets: kept('terminals'),
  certification_runs: kept('certification', true),
  certification_scenes: kept('certification'),
  // With a digest of the identification of each call, which only the key of the installation makes.
  certification_calls: swept('certification', { days: 30 }, true),

  closings: kept('closings', true),
  closing_consumptions: kept('closings'),
  closing_comparisons: kept('closings'),
  closing_differences: kept('closings'),

  branches: kept('offer'),
  article_categories: of('offer', false, 'owner', 'until_then'),
  articles: of('offer', false, 'owner', 'until_then'),
  discounts: kept('offer'),
  grants: of('offer', false, 'owner', 'until_then'),

  merchants: kept('network'),
  companies: kept('network'),
  company_people: kept('network'),
  collaborator_types: kept('network'),
  identification_types: kept('network'),
  affiliations: of('network', false, 'owner', 'until_then'),
  affiliation_requests: kept('network', true),

  approvals: kept('operation', true),
  four_eyes_switches: kept('operation', true),
  support_views: kept('operation', true),
  merchant_disablings: kept('operation', true),
  merchant_policy_changes: kept('operation', true),
  incidents: kept('operation'),
  incident_updates: kept('operation', true),
  announcements: kept('operation', true),
  network_minutes: swept('operation', { days: 8 }),
  merchant_minutes: swept('operation', { days: 1 }),
  installation: kept('operation'),
  write_probes: kept('operation'),
} as const satisfies Record<string, TableKind>

export type TableName = keyof typeof tableKinds
