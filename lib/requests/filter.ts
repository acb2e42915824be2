import { credentialFormat } from '@/lib/credentials/reference'
import { type Format, oneOf, type Parameter, parameter, textOf, wholeText } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf, timeSorts } from '@/lib/kernel/cursor'
import { type FaultCode, faultStatus } from '@/lib/kernel/fault'
import { localDayOf } from '@/lib/language/days'
import { boundedPeriodChoices, daysOf, type Period, periodParameter } from '@/lib/language/periods'

/** What the list of a merchant's calls can be narrowed to, as the address of its page says it. */

/** The operations of the API, and those of the token endpoint, in the order in which they are offered. */
export const requestOperations = [
  'checkEligibility',
  'applyDiscount',
  'registerConsumption',
  'findAuthorization',
  'releaseAuthorization',
  'listConsumptions',
  'listIdentificationTypes',
  'describeCredential',
  'issueToken',
  'revokeToken',
] as const

export type RequestOperation = (typeof requestOperations)[number]

/** Answers by their status: the least and the greatest. */
export const requestStatuses = {
  ok: [200, 399],
  failed: [400, 599],
  '400': [400, 400],
  '401': [401, 401],
  '403': [403, 403],
  '404': [404, 404],
  '409': [409, 409],
  '413': [413, 413],
  '415': [415, 415],
  '429': [429, 429],
  '5xx': [500, 599],
} as const satisfies Record<string, readonly [number, number]>

export type RequestStatus = keyof typeof requestStatuses

/** The codes that a credential's call can get from the API, and those of the token endpoint (RFC 6749, 5.2). */
export const requestCodes = [
  ...(Object.keys(faultStatus) as FaultCode[]).filter(
    (code) => !['not_found', 'method_not_allowed', 'credential_missing'].includes(code),
  ),
  'invalid_client',
  'invalid_scope',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
] as const

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The time of the call with that id: an id of version 7 begins with its time. Undefined for a text that is no such id. */
export function requestIdTime(id: string): Date | undefined {
  const ms = uuid7.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Number.NaN
  // A timestamp of PostgreSQL holds every time below this bound, which is far beyond any call.
  return ms < 32_503_680_000_000 ? new Date(ms) : undefined
}

export const requestsPage = '/portal/requests'

/** Calls are kept for 30 days, so this period holds all of them. */
export const requestPeriod: Period = { kind: 'last_30_days' }

export const requestIdFormat: Format<string> = {
  read: (text) => (requestIdTime(text) === undefined ? undefined : text),
  write: (id) => id,
}

const period = periodParameter(requestPeriod, boundedPeriodChoices)

/** Whether the period is a day, of which one hour can be asked for. */
export const isOneDay = (of: Period): boolean =>
  of.kind === 'today' || of.kind === 'yesterday' || (of.kind === 'custom' && of.from !== undefined && of.from === of.to)

/** An hour of the day, from 0: of a longer period none is asked for. */
const hourParameter: Parameter<number | undefined> = {
  read: (asked) => {
    const text = textOf(asked, 'hour') ?? ''
    return isOneDay(period.read(asked)) && /^(1?\d|2[0-3])$/.test(text) ? Number(text) : undefined
  },
  write: (hour) => (hour === undefined ? [] : [['hour', String(hour)]]),
}

const address = listAddressOf(
  {
    /** A reference or a request id, whole. */
    search: parameter('q', wholeText(256)),
    period,
    hour: hourParameter,
    operation: parameter('operation', oneOf(requestOperations)),
    status: parameter('status', oneOf(Object.keys(requestStatuses) as RequestStatus[])),
    code: parameter('code', oneOf(requestCodes)),
    credential: parameter('credential', credentialFormat),
    /** `reference`: one row for each sale. */
    group: parameter('group', oneOf(['reference'])),
  },
  requestIdFormat,
  timeSorts,
)

export const { read: requestFilterOf, isNarrowed } = address

/** What the list of calls is narrowed to, as the address of its page says it: older than one of them (`before`), or newer. */
export type RequestFilter = ReturnType<typeof requestFilterOf>

/** Whether what comes now stands at the top of the page. */
export const canFollow = ({ before, after, sort, hour, period, group }: RequestFilter, now: Date): boolean => {
  const { from = '', to } = daysOf(period, now)
  const today = localDayOf(now)
  const isFirst = before === undefined && after === undefined && sort !== 'when'
  return isFirst && group === undefined && hour === undefined && from <= today && (to === undefined || to >= today)
}

/** The list without any filter, to be narrowed by one value. */
export const allRequests = requestFilterOf({})

/** The address of the list with that filter, at that place, or of its file. */
export const requestsPath = (
  filter: Omit<RequestFilter, keyof CursorRange>,
  range?: CursorRange<string>,
  page: string = requestsPage,
): string => address.path(page, filter, range)
