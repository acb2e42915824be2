import { integerId, oneOf, parameter, wholeText } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf } from '@/lib/kernel/cursor'
import { merchantStates } from './disabling'

export const networkMerchantsPage = '/operator/merchants'

/** The search is a part of a name or of an RNC. */
const address = listAddressOf(
  { search: parameter('q', wholeText(100)), state: parameter('state', oneOf(merchantStates)) },
  integerId,
  ['merchant', '-merchant', '-created', 'created'],
)

export const { read: networkMerchantsFilterOf } = address

/** The filter of the list of all merchants, read from the address of its page. */
export type NetworkMerchantsFilter = ReturnType<typeof networkMerchantsFilterOf>

/** The address of the list with this filter, at a cursor range. */
export const networkMerchantsPath = (filter: NetworkMerchantsFilter, range?: CursorRange<number>): string =>
  address.path(networkMerchantsPage, filter, range)

/** The address of one merchant. */
export const networkMerchantPath = (merchantId: number): string => `${networkMerchantsPage}/${merchantId}`
