import {
  companyTeamPermission,
  operatorAuditPermission,
  type Permission,
  teamPermission,
} from '@/lib/accounts/permissions'
import type { TeamKind } from '@/lib/accounts/team'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { bigintId, type Format, integerId, oneOf, parameter } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf, timeSorts } from '@/lib/kernel/cursor'
import { localDayFormat } from '@/lib/language/days'

/** The filter of an office's audit trail, as the address of its page has it. */

/** Permissions of which one is enough to read the trail: their holders may have to answer for what is in it. */
export const activityReaders = {
  merchant: [teamPermission, integrationsPermission],
  company: [companyTeamPermission],
  operator: [operatorAuditPermission],
} as const satisfies Record<TeamKind, readonly Permission[]>

export const activityPeriods = { day: 1, week: 7, month: 30, quarter: 90 } as const

export type ActivityPeriod = keyof typeof activityPeriods | 'all'

/** The nouns of actions, grouped as people look for them. */
export const activityKinds = {
  credentials: [
    'api_key',
    'oauth_client',
    'expiry_calendar',
    'credentials',
    'hand_off',
    'terminal',
    'sandbox',
    'certification',
  ],
  sessions: ['session'],
  security: ['two_step', 'recovery_code', 'recovery_codes', 'password'],
  discounts: ['discount'],
  closings: ['closing'],
  team: ['invitation', 'membership'],
  companies: ['affiliation'],
  network: ['merchant', 'company'],
  sales: ['sale'],
  catalog: ['article', 'articles', 'category', 'branch'],
  policies: ['policy', 'identification_type', 'incident', 'announcement'],
  keys: ['data_key'],
  files: ['file'],
  access: ['page', 'action'],
  support: ['support_view'],
  approvals: ['approval', 'four_eyes'],
  privacy: ['person', 'privacy_case'],
  people: ['collaborator', 'collaborators', 'collaborator_type'],
  benefits: ['grant'],
} as const

export type ActivityKind = keyof typeof activityKinds

export const activityOutcomes = ['done', 'denied'] as const

const periods = [...(Object.keys(activityPeriods) as (keyof typeof activityPeriods)[]), 'all'] as const

const actionName: Format<string> = {
  read: (text) => (/^[a-z_]{1,40}\.[a-z_]{1,40}$/.test(text) ? text : undefined),
  write: (action) => action,
}
const nothingSaid: Format<string> = { read: () => undefined, write: (text) => text }
const nothing: Format<number> = { read: () => undefined, write: String }

/** The trail of an office, at the address of its page, with the kinds of what is done there. */
const trailOf = (of: TeamKind, home: string, kinds: readonly ActivityKind[]) => {
  const address = listAddressOf(
    {
      period: parameter('period', oneOf<ActivityPeriod>(periods), 'month'),
      kind: parameter('kind', oneOf(kinds)),
      outcome: parameter('outcome', oneOf(activityOutcomes)),
      userId: parameter('person', integerId),
      /** Whose trail: asked for in that of the whole network alone. */
      merchantId: parameter('merchant', of === 'operator' ? integerId : nothing),
      companyId: parameter('company', of === 'operator' ? integerId : nothing),
      action: parameter('action', of === 'operator' ? actionName : nothingSaid),
      /** One day, in place of a period. */
      day: parameter('day', of === 'operator' ? localDayFormat : nothingSaid),
    },
    bigintId,
    timeSorts,
  )
  type Filter = ReturnType<typeof address.read>
  return {
    of,
    home,
    kinds,
    filterOf: address.read,
    isNarrowed: address.isNarrowed,
    /** The address of the trail with this filter, of events older than one (`before`) or newer. */
    path: (filter: Filter, range?: CursorRange<number>, page = home): string => address.path(page, filter, range),
  }
}

export const trails = {
  merchant: trailOf('merchant', '/portal/activity', [
    'credentials',
    'sessions',
    'security',
    'discounts',
    'closings',
    'team',
    'companies',
    'network',
    'sales',
    'catalog',
    'policies',
    'files',
    'access',
    'support',
  ]),
  company: trailOf('company', '/company/activity', [
    'people',
    'benefits',
    'companies',
    'network',
    'team',
    'sessions',
    'security',
    'files',
    'access',
    'support',
  ]),
  operator: trailOf('operator', '/operator/activity', Object.keys(activityKinds) as ActivityKind[]),
} as const satisfies Record<TeamKind, unknown>

export type Trail = (typeof trails)[TeamKind]

export type ActivityFilter = ReturnType<Trail['filterOf']>
