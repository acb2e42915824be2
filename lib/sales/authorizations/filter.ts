import { type CursorRange, readCursor } from '@/lib/kernel/cursor'
import { isSamePeriod, type Period, periodOf, setPeriod } from '@/lib/language/periods'
import { type Asked, defaultPeriod, idOf, searchOf, setCursor, textOf } from '@/lib/sales/consumptions/filter'

/** What an authorization is now: one whose time is over counts as expired, whether anybody has marked it or not (D35). */
export const authorizationStatuses = ['active', 'consumed', 'expired', 'released'] as const

export type AuthorizationStatus = (typeof authorizationStatuses)[number]

/** What the list of authorizations is narrowed to, as the address of its page says it. */
export type AuthorizationsFilter = CursorRange & {
  readonly period: Period
  readonly status: AuthorizationStatus | undefined
  readonly branchId: number | undefined
  /** A code or a reference; it is looked for at all times. */
  readonly search: string | undefined
}

/** Reads an address: what does not fit counts as not said. */
export function authorizationsFilterOf(asked: Asked): AuthorizationsFilter {
  const search = searchOf(asked)
  return {
    period: search === undefined ? periodOf(asked, defaultPeriod) : { kind: 'all' },
    status: authorizationStatuses.find((status) => status === textOf(asked.status)),
    branchId: idOf(asked.branch),
    search,
    before: readCursor(textOf(asked.before)),
    after: readCursor(textOf(asked.after)),
  }
}

/** How many of the filters below the search say something. */
export const narrowedBy = ({ period, status, branchId, search }: AuthorizationsFilter): number =>
  [status, branchId].filter((value) => value !== undefined).length +
  (search === undefined && !isSamePeriod(period, defaultPeriod) ? 1 : 0)

export const authorizationsPage = '/portal/authorizations'

/** The address of the list so narrowed, with a place in it. */
export function authorizationsPath(filter: AuthorizationsFilter, place: CursorRange = {}): string {
  const query = new URLSearchParams()
  if (filter.search !== undefined) query.set('q', filter.search)
  else setPeriod(query, filter.period, defaultPeriod)
  if (filter.status !== undefined) query.set('status', filter.status)
  if (filter.branchId !== undefined) query.set('branch', String(filter.branchId))
  setCursor(query, place)
  return `${authorizationsPage}${query.size > 0 ? `?${query}` : ''}`
}
