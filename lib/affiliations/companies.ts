import type { MerchantPermission } from '@/lib/accounts/permissions'
import { isSamePeriod, type Period, periodOf, setPeriod } from '@/lib/language/periods'

/** Who may see which companies are affiliated and what they grant: who gives discounts away, and who sees what became of them. */
export const companyReaders = [
  'merchant.discounts.manage',
  'merchant.consumptions.read',
] as const satisfies readonly MerchantPermission[]

/** What the list of affiliated companies shows, as the address of its page says it. */
export type CompaniesFilter = {
  readonly period: Period
  /** A part of a name or of an RNC. */
  readonly search: string | undefined
  /** What comes next to a company in the list. */
  readonly before: number | undefined
  readonly after: number | undefined
}

export const companiesPage = '/portal/companies'

export const defaultPeriod: Period = { kind: 'last_30_days' }

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads an address: what does not fit counts as not said, so that every address shows something. */
export function companiesFilterOf(asked: Asked): CompaniesFilter {
  const after = idOf(asked.after)
  return {
    period: periodOf(asked, defaultPeriod),
    search: searchOf(asked.q),
    before: after === undefined ? idOf(asked.before) : undefined,
    after,
  }
}

function searchOf(value: Asked[string]): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text !== '' && text.length <= 100 && text.isWellFormed() && !/\p{Cc}/u.test(text) ? text : undefined
}

function idOf(value: Asked[string]): number | undefined {
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0
  return id > 0 && id < 2 ** 31 ? id : undefined
}

type Place = { readonly before?: number | undefined; readonly after?: number | undefined }

/** The address of the list so narrowed, with another place in it. */
export function companiesPath({ period, search }: CompaniesFilter, place: Place = {}): string {
  const query = new URLSearchParams()
  if (search !== undefined) query.set('q', search)
  setPeriod(query, period, defaultPeriod)
  for (const [name, id] of Object.entries(place)) if (id !== undefined) query.set(name, String(id))
  return `${companiesPage}${query.size > 0 ? `?${query}` : ''}`
}

/** The address of one company, with the period that its sums are of. */
export function companyPath(companyId: number, period: Period): string {
  const query = new URLSearchParams()
  setPeriod(query, period, defaultPeriod)
  return `${companiesPage}/${companyId}${query.size > 0 ? `?${query}` : ''}`
}

/** How many of the filters below the search say something. */
export const narrowedBy = ({ period }: CompaniesFilter): number => (isSamePeriod(period, defaultPeriod) ? 0 : 1)
