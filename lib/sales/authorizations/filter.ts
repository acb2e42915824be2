import { type Asked, integerId, oneOf, parameter, wholeText } from '@/lib/kernel/address'
import { type CursorRange, cursorFormat, listAddressOf, timeSorts } from '@/lib/kernel/cursor'
import { periodParameter } from '@/lib/language/periods'
import { atAllTimes, defaultPeriod, withoutPeriod } from '@/lib/sales/consumptions/filter'

/** What an authorization is now: one whose time is over counts as expired, whether anybody has marked it or not (D35). */
export const authorizationStatuses = ['active', 'consumed', 'expired', 'released'] as const

export type AuthorizationStatus = (typeof authorizationStatuses)[number]

const address = listAddressOf(
  {
    /** A code or a reference. */
    search: parameter('q', wholeText(100)),
    period: periodParameter(defaultPeriod),
    status: parameter('status', oneOf(authorizationStatuses)),
    branchId: parameter('branch', integerId),
  },
  cursorFormat,
  timeSorts,
)

/** What the list of authorizations is narrowed to, as the address of its page says it. */
export type AuthorizationsFilter = ReturnType<typeof address.read>

export const authorizationsFilterOf = (asked: Asked): AuthorizationsFilter => atAllTimes(address.read(asked))

export const { isNarrowed } = address

export const authorizationsPage = '/portal/authorizations'

/** The address of the list with that filter, at that place, or of its file. */
export const authorizationsPath = (
  filter: AuthorizationsFilter,
  range?: CursorRange,
  page: string = authorizationsPage,
): string => address.path(page, withoutPeriod(filter), range)
