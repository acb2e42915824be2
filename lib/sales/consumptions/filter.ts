import { type Cursor, type CursorRange, readCursor, writeCursor } from '@/lib/kernel/cursor'
import { isSamePeriod, type Period, periodOf, setPeriod } from '@/lib/language/periods'

/** A credential of a merchant, as an address names it: `key-12`, `client-3`. */
export type CredentialChoice = { readonly kind: 'api_key' | 'oauth_client'; readonly id: number }

/** What the list of consumptions is narrowed to, as the address of its page says it. */
export type ConsumptionsFilter = CursorRange & {
  readonly period: Period
  readonly branchId: number | undefined
  readonly companyId: number | undefined
  readonly discountId: number | undefined
  readonly credential: CredentialChoice | undefined
  /** A code, an authorization code or a reference; it is looked for at all times. */
  readonly search: string | undefined
}

export type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

export const defaultPeriod: Period = { kind: 'last_30_days' }
const anyTime: Period = { kind: 'all' }

/** Reads an address: what does not fit counts as not said, so that every address shows something. */
export function consumptionsFilterOf(asked: Asked): ConsumptionsFilter {
  const search = searchOf(asked)
  return {
    period: search === undefined ? periodOf(asked, defaultPeriod) : anyTime,
    branchId: idOf(asked.branch),
    companyId: idOf(asked.company),
    discountId: idOf(asked.discount),
    credential: credentialOf(asked.credential),
    search,
    before: readCursor(textOf(asked.before)),
    after: readCursor(textOf(asked.after)),
  }
}

export const textOf = (value: Asked[string]): string | undefined => (typeof value === 'string' ? value : undefined)

/** What somebody typed to look for; nothing for what the database could not hold, or no reference has (D33). */
export function searchOf(asked: Asked): string | undefined {
  const text = textOf(asked.q)?.trim()
  return text && text.length <= 100 && text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : undefined
}

/** The id of a row whose column is an integer. */
export function idOf(value: Asked[string]): number | undefined {
  const text = textOf(value) ?? ''
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return id > 0 && id < 2 ** 31 ? id : undefined
}

function credentialOf(value: Asked[string]): CredentialChoice | undefined {
  const [kind, text] = (textOf(value) ?? '').split('-')
  const id = idOf(text)
  if (id === undefined || (kind !== 'key' && kind !== 'client')) return undefined
  return { kind: kind === 'key' ? 'api_key' : 'oauth_client', id }
}

export const writeCredential = ({ kind, id }: CredentialChoice): string =>
  `${kind === 'api_key' ? 'key' : 'client'}-${id}`

/** How many of the filters below the search say something. */
export function narrowedBy({
  period,
  branchId,
  companyId,
  discountId,
  credential,
  search,
}: ConsumptionsFilter): number {
  const others = [branchId, companyId, discountId, credential].filter((value) => value !== undefined).length
  return others + (search === undefined && !isSamePeriod(period, defaultPeriod) ? 1 : 0)
}

export const consumptionsPage = '/portal/consumptions'

/** The address of the list so narrowed, with a place in it, or of its file. */
export function consumptionsPath(
  filter: ConsumptionsFilter,
  place: CursorRange = {},
  page: string = consumptionsPage,
): string {
  const query = new URLSearchParams()
  const { period, branchId, companyId, discountId, credential, search } = filter
  if (search !== undefined) query.set('q', search)
  else setPeriod(query, period, defaultPeriod)
  if (branchId !== undefined) query.set('branch', String(branchId))
  if (companyId !== undefined) query.set('company', String(companyId))
  if (discountId !== undefined) query.set('discount', String(discountId))
  if (credential !== undefined) query.set('credential', writeCredential(credential))
  setCursor(query, place)
  return `${page}${query.size > 0 ? `?${query}` : ''}`
}

export function setCursor(query: URLSearchParams, { before, after }: CursorRange): void {
  const write = (name: string, place: Cursor | undefined) => place && query.set(name, writeCursor(place))
  write('before', before)
  write('after', after)
}

/** A code as it is stored, however it was typed: any case, with spaces, without hyphens (D42). */
export function codeOf(text: string): string {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return letters.length === 20 ? (letters.match(/.{4}/g) ?? []).join('-') : text
}
