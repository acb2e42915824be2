import { type Cursor, type CursorRange, readCursor, writeCursor } from '@/lib/kernel/cursor'
import { isSamePeriod, type Period, periodOf, setPeriod } from '@/lib/language/periods'

/** What the list of a company's consumptions is narrowed to, as the address of its page says it. */
export type CompanyConsumptionsFilter = CursorRange & {
  readonly period: Period
  readonly merchantId: number | undefined
  /** `none` are people without a type; types are those of today. */
  readonly type: number | 'none' | undefined
  readonly collaboratorId: number | undefined
}

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

export const defaultPeriod: Period = { kind: 'last_30_days' }

/** Reads an address: what does not fit counts as not said, so that every address shows something. */
export function companyConsumptionsFilterOf(asked: Asked): CompanyConsumptionsFilter {
  const text = (name: string) => {
    const value = asked[name]
    return typeof value === 'string' ? value : undefined
  }
  const id = (name: string, max = 2_147_483_647) => {
    const value = text(name) ?? ''
    return /^[1-9]\d{0,14}$/.test(value) && Number(value) <= max ? Number(value) : undefined
  }
  return {
    period: periodOf(asked, defaultPeriod),
    merchantId: id('merchant'),
    type: text('type') === 'none' ? 'none' : id('type'),
    collaboratorId: id('collaborator', Number.MAX_SAFE_INTEGER),
    before: readCursor(text('before')),
    after: readCursor(text('after')),
  }
}

/** How many of the filters say something. */
export const narrowedBy = ({ period, merchantId, type, collaboratorId }: CompanyConsumptionsFilter): number =>
  [merchantId, type, collaboratorId].filter((value) => value !== undefined).length +
  (isSamePeriod(period, defaultPeriod) ? 0 : 1)

export const companyConsumptionsPage = '/company/consumptions'

/** The address of the list so narrowed, with a place in it, or of its file. */
export function companyConsumptionsPath(
  filter: Omit<CompanyConsumptionsFilter, keyof CursorRange>,
  place: CursorRange = {},
  page: string = companyConsumptionsPage,
): string {
  const query = new URLSearchParams()
  const { period, merchantId, type, collaboratorId } = filter
  setPeriod(query, period, defaultPeriod)
  if (merchantId !== undefined) query.set('merchant', String(merchantId))
  if (type !== undefined) query.set('type', String(type))
  if (collaboratorId !== undefined) query.set('collaborator', String(collaboratorId))
  const write = (name: string, at: Cursor | undefined) => at && query.set(name, writeCursor(at))
  write('before', place.before)
  write('after', place.after)
  return `${page}${query.size > 0 ? `?${query}` : ''}`
}
