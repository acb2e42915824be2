import { type Asked, integerId, parameter, wholeText } from '@/lib/kernel/address'
import { type CursorRange, cursorFormat, listAddressOf, timeSorts } from '@/lib/kernel/cursor'
import { type Period, periodParameter } from '@/lib/language/periods'
import { makerFormat } from '@/lib/sales/maker'

export const defaultPeriod: Period = { kind: 'last_30_days' }

const address = listAddressOf(
  {
    /** A code, an authorization code or a reference. */
    search: parameter('q', wholeText(100)),
    period: periodParameter(defaultPeriod),
    branchId: parameter('branch', integerId),
    companyId: parameter('company', integerId),
    discountId: parameter('discount', integerId),
    credential: parameter('credential', makerFormat),
  },
  cursorFormat,
  timeSorts,
)

/** What the list of consumptions is narrowed to, as the address of its page says it. */
export type ConsumptionsFilter = ReturnType<typeof address.read>

type Searched = { readonly search: string | undefined; readonly period: Period }

/** A search looks at all times: with a search text, the address holds no period. */
export const atAllTimes = <Filter extends Searched>(filter: Filter): Filter =>
  filter.search === undefined ? filter : { ...filter, period: { kind: 'all' } }

/** The same filter as the address writes it. */
export const withoutPeriod = <Filter extends Searched>(filter: Filter): Filter =>
  filter.search === undefined ? filter : { ...filter, period: defaultPeriod }

export const consumptionsFilterOf = (asked: Asked): ConsumptionsFilter => atAllTimes(address.read(asked))

export const { isNarrowed } = address

export const consumptionsPage = '/portal/consumptions'

/** The address of the list with that filter, at that place, or of its file. */
export const consumptionsPath = (
  filter: ConsumptionsFilter,
  range?: CursorRange,
  page: string = consumptionsPage,
): string => address.path(page, withoutPeriod(filter), range)

/** A code as it is stored, however it was typed: any case, with spaces, without hyphens (D42). */
export const codeOf = (text: string): string => wholeCodeOf(text) ?? text

/** The same; undefined for a text that is no code. */
export function wholeCodeOf(text: string): string | undefined {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return letters.length === 20 ? (letters.match(/.{4}/g) ?? []).join('-') : undefined
}
