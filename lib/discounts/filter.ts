import { type ShownStatus, shownStatuses } from './status'

/** What the list of discounts is narrowed to, as the address of its page says it. */
export type DiscountFilter = {
  readonly status: ShownStatus | undefined
  /** A part of the name; empty for none. */
  readonly search: string
  /** Older than this one, or newer. */
  readonly before: number | undefined
  readonly after: number | undefined
}

const searchLengthMax = 100

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads an address: what does not fit counts as not said, so that every address shows something. */
export function discountFilterOf(asked: Asked): DiscountFilter {
  const text = (name: string) => {
    const value = asked[name]
    return typeof value === 'string' ? value : ''
  }
  const id = (name: string) => {
    const value = /^[1-9]\d{0,9}$/.test(text(name)) ? Number(text(name)) : undefined
    return value !== undefined && value < 2 ** 31 ? value : undefined
  }
  return {
    status: shownStatuses.find((status) => status === text('status')),
    // PostgreSQL's texts hold no U+0000.
    search: text('q').replaceAll('\0', '').trim().slice(0, searchLengthMax),
    before: id('before'),
    after: id('after'),
  }
}

/** Whether the reader narrowed anything. */
export const isNarrowed = ({ status, search }: DiscountFilter): boolean => status !== undefined || search !== ''

export const discountsHome = '/portal/discounts'

/** The address of the list so narrowed, with another place in it. */
export function discountsPath(
  { status, search }: Pick<DiscountFilter, 'status' | 'search'>,
  place: { before?: number; after?: number } = {},
): string {
  const query = new URLSearchParams()
  if (status !== undefined) query.set('status', status)
  if (search !== '') query.set('q', search)
  for (const [name, id] of Object.entries(place)) query.set(name, String(id))
  return `${discountsHome}${query.size > 0 ? `?${query}` : ''}`
}
