import { integerId, oneOf, parameter, partialText } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf } from '@/lib/kernel/cursor'
import { shownStatuses } from './status'

const address = listAddressOf(
  {
    status: parameter('status', oneOf(shownStatuses)),
    /** A part of the name; empty for none. */
    search: parameter('q', partialText(100), ''),
  },
  integerId,
)

export const { read: discountFilterOf, isNarrowed } = address

/** The filter of the list of discounts, read from the address of its page: older than one of them (`before`), or newer. */
export type DiscountFilter = ReturnType<typeof discountFilterOf>

export const discountsHome = '/portal/discounts'

/** The address of the list with this filter, at a cursor range. */
export const discountsPath = (filter: DiscountFilter, range?: CursorRange<number>): string =>
  address.path(discountsHome, filter, range)
