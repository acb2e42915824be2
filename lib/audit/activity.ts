/** What the trail of a merchant can be narrowed to, as the address of its page says it. */

export const activityPeriods = { day: 1, week: 7, month: 30, quarter: 90 } as const

export type ActivityPeriod = keyof typeof activityPeriods | 'all'

/** The nouns of actions, gathered as a person would look for them. */
export const activityKinds = {
  credentials: ['api_key', 'oauth_client'],
  sessions: ['session'],
  security: ['two_step', 'recovery_code', 'recovery_codes', 'password'],
  discounts: ['discount'],
  team: ['invitation', 'membership'],
  companies: ['affiliation'],
  catalog: ['article', 'articles', 'category', 'branch'],
  files: ['file'],
  access: ['page', 'action'],
} as const

/** The nouns of what is done for companies: the trail of a merchant has none of them. */
export const companyActivityKinds = {
  people: ['collaborator', 'collaborators', 'collaborator_type'],
  benefits: ['grant'],
} as const

export type ActivityKind = keyof typeof activityKinds

export const activityOutcomes = ['done', 'denied'] as const

export type ActivityFilter = {
  readonly period: ActivityPeriod
  readonly kind: ActivityKind | undefined
  readonly outcome: (typeof activityOutcomes)[number] | undefined
  readonly userId: number | undefined
  /** Older than this event, or newer. */
  readonly before: number | undefined
  readonly after: number | undefined
}

const defaultPeriod: ActivityPeriod = 'month'

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads an address: what does not fit counts as not said, so that every address shows something. */
export function activityFilterOf(asked: Asked): ActivityFilter {
  const text = (name: string) => {
    const value = asked[name]
    return typeof value === 'string' ? value : undefined
  }
  const oneOf = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === text(name))
  const number = (name: string) => {
    const value = text(name) ?? ''
    return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined
  }
  const id = number('person')
  return {
    period: oneOf([...periods, 'all'], 'period') ?? defaultPeriod,
    kind: oneOf(kinds, 'kind'),
    outcome: oneOf(activityOutcomes, 'outcome'),
    // What the column cannot hold is nobody's id.
    userId: id !== undefined && id < 2 ** 31 ? id : undefined,
    before: number('before'),
    after: number('after'),
  }
}

const periods = Object.keys(activityPeriods) as (keyof typeof activityPeriods)[]
const kinds = Object.keys(activityKinds) as ActivityKind[]

/** By how many of its fields the reader narrowed it. */
export const narrowedBy = ({ period, kind, outcome, userId }: ActivityFilter): number =>
  [period !== defaultPeriod, kind !== undefined, outcome !== undefined, userId !== undefined].filter(Boolean).length

/** The address of the trail so narrowed, with another place in it. */
export function activityPath(filter: ActivityFilter, place: { before?: number; after?: number } = {}): string {
  const query = new URLSearchParams()
  if (filter.period !== defaultPeriod) query.set('period', filter.period)
  if (filter.kind !== undefined) query.set('kind', filter.kind)
  if (filter.outcome !== undefined) query.set('outcome', filter.outcome)
  if (filter.userId !== undefined) query.set('person', String(filter.userId))
  for (const [name, id] of Object.entries(place)) query.set(name, String(id))
  return `/portal/activity${query.size > 0 ? `?${query}` : ''}`
}
