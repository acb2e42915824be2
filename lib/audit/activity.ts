import { type MerchantPermission, teamPermission } from '@/lib/accounts/permissions'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { bigintId, integerId, oneOf, parameter } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf, timeSorts } from '@/lib/kernel/cursor'

/** The filter of a merchant's audit trail, as the address of its page has it. */

/** Permissions of which one is enough to read the trail: their holders may have to answer for what is in it. */
export const activityReaders = [teamPermission, integrationsPermission] as const satisfies readonly MerchantPermission[]

export const activityPeriods = { day: 1, week: 7, month: 30, quarter: 90 } as const

export type ActivityPeriod = keyof typeof activityPeriods | 'all'

/** The nouns of actions, grouped as people look for them. */
export const activityKinds = {
  credentials: ['api_key', 'oauth_client'],
  sessions: ['session'],
  security: ['two_step', 'recovery_code', 'recovery_codes', 'password'],
  discounts: ['discount'],
  closings: ['closing'],
  team: ['invitation', 'membership'],
  companies: ['affiliation'],
  sales: ['sale'],
  catalog: ['article', 'articles', 'category', 'branch'],
  files: ['file'],
  access: ['page', 'action'],
} as const

/** The nouns of what is done for companies: a merchant's trail has none of them. */
export const companyActivityKinds = {
  people: ['collaborator', 'collaborators', 'collaborator_type'],
  benefits: ['grant'],
} as const

export type ActivityKind = keyof typeof activityKinds

export const activityOutcomes = ['done', 'denied'] as const

const periods = [...(Object.keys(activityPeriods) as (keyof typeof activityPeriods)[]), 'all'] as const

const address = listAddressOf(
  {
    period: parameter('period', oneOf<ActivityPeriod>(periods), 'month'),
    kind: parameter('kind', oneOf(Object.keys(activityKinds) as ActivityKind[])),
    outcome: parameter('outcome', oneOf(activityOutcomes)),
    userId: parameter('person', integerId),
  },
  bigintId,
  timeSorts,
)

export const { read: activityFilterOf, isNarrowed } = address

export type ActivityFilter = ReturnType<typeof activityFilterOf>

/** The address of the trail with this filter, of events older than one (`before`) or newer. */
export const activityPath = (filter: ActivityFilter, range?: CursorRange<number>, page = '/portal/activity'): string =>
  address.path(page, filter, range)
