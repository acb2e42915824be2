import { type FaultCode, faultStatus } from '@/lib/kernel/fault'
import { isSamePeriod, type Period, periodOf, setPeriod } from '@/lib/language/periods'

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

/** Those of the API that a credential's call can get, and those of the token endpoint (RFC 6749, 5.2). */
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

export type CredentialOfRequest = { readonly kind: 'api_key' | 'oauth_client'; readonly id: number }

export type RequestFilter = {
  readonly period: Period
  readonly operation: RequestOperation | undefined
  readonly status: RequestStatus | undefined
  readonly code: string | undefined
  readonly credential: CredentialOfRequest | undefined
  /** A reference or a request id, whole. */
  readonly search: string | undefined
  /** Older than this call, or newer. */
  readonly before: string | undefined
  readonly after: string | undefined
}

export const requestsPage = '/portal/requests'

/** Calls are kept for that long, so it is all that there is. */
export const requestPeriod: Period = { kind: 'last_30_days' }

/** The list as it is, for who narrows it by one thing. */
export const allRequests: RequestFilter = {
  period: requestPeriod,
  operation: undefined,
  status: undefined,
  code: undefined,
  credential: undefined,
  search: undefined,
  before: undefined,
  after: undefined,
}

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads an address: what does not fit counts as not said, so that every address shows something. */
export function requestFilterOf(asked: Asked): RequestFilter {
  const text = (name: string) => {
    const value = asked[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  const oneOf = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === text(name))
  const place = (name: string) => {
    const value = text(name)
    return value !== undefined && requestIdTime(value) !== undefined ? value : undefined
  }
  const search = text('q')
  return {
    period: periodOf(asked, requestPeriod),
    operation: oneOf(requestOperations, 'operation'),
    status: oneOf(Object.keys(requestStatuses) as RequestStatus[], 'status'),
    code: oneOf(requestCodes, 'code'),
    credential: credentialOf(text('credential')),
    // What a text of PostgreSQL cannot hold is nobody's reference.
    search: search !== undefined && search.length <= 256 && !search.includes('\0') ? search : undefined,
    before: place('before'),
    after: place('after'),
  }
}

const kinds = { key: 'api_key', client: 'oauth_client' } as const

function credentialOf(text: string | undefined): CredentialOfRequest | undefined {
  const [, kind, digits] = /^(key|client)-([1-9]\d{0,9})$/.exec(text ?? '') ?? []
  const id = Number(digits)
  return kind === undefined || id >= 2 ** 31 ? undefined : { kind: kinds[kind as keyof typeof kinds], id }
}

/** As the address says a credential: `key-12`, `client-3`. */
export const credentialText = ({ kind, id }: CredentialOfRequest): string =>
  `${kind === 'api_key' ? 'key' : 'client'}-${id}`

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** When the call of that id came: an id of version 7 begins with it. Undefined for what is no such id. */
export function requestIdTime(id: string): Date | undefined {
  const ms = uuid7.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Number.NaN
  // What a timestamp of PostgreSQL holds, far beyond any call.
  return ms < 32_503_680_000_000 ? new Date(ms) : undefined
}

/** How many of the fields below the search say something. */
export const narrowedBy = ({ period, operation, status, code, credential }: RequestFilter): number =>
  [operation, status, code, credential].filter((one) => one !== undefined).length +
  (isSamePeriod(period, requestPeriod) ? 0 : 1)

/** The address of the list so narrowed, with another place in it. */
export function requestsPath(
  filter: Omit<RequestFilter, 'before' | 'after'>,
  place: { before?: string; after?: string } = {},
): string {
  const query = new URLSearchParams()
  if (filter.search !== undefined) query.set('q', filter.search)
  setPeriod(query, filter.period, requestPeriod)
  if (filter.operation !== undefined) query.set('operation', filter.operation)
  if (filter.status !== undefined) query.set('status', filter.status)
  if (filter.code !== undefined) query.set('code', filter.code)
  if (filter.credential !== undefined) query.set('credential', credentialText(filter.credential))
  for (const [name, id] of Object.entries(place)) query.set(name, id)
  return query.size > 0 ? `${requestsPage}?${query}` : requestsPage
}
