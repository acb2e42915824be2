import { integerId, oneOf, parameter, wholeText } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf } from '@/lib/kernel/cursor'

export const networkCompaniesPage = '/operator/companies'

/** Whether somebody answers for a company: with two steps, without them, invited, or nobody. */
export const companyStates = ['ready', 'twoStep', 'invited', 'none'] as const

export type CompanyState = (typeof companyStates)[number]

export const companyStateOf = ({
  hasOwner,
  hasTwoStep,
  isInvited,
}: {
  readonly hasOwner: boolean
  readonly hasTwoStep: boolean
  readonly isInvited: boolean
}): CompanyState => (hasTwoStep ? 'ready' : hasOwner ? 'twoStep' : isInvited ? 'invited' : 'none')

/** The search is a part of a name or of an RNC. */
const address = listAddressOf(
  { search: parameter('q', wholeText(100)), state: parameter('state', oneOf(companyStates)) },
  integerId,
  ['company', '-company', '-created', 'created'],
)

export const { read: networkCompaniesFilterOf } = address

/** The filter of the list of all companies, read from the address of its page. */
export type NetworkCompaniesFilter = ReturnType<typeof networkCompaniesFilterOf>

/** The address of the list with this filter, at a cursor range. */
export const networkCompaniesPath = (filter: NetworkCompaniesFilter, range?: CursorRange<number>): string =>
  address.path(networkCompaniesPage, filter, range)

/** The address of one company. */
export const networkCompanyPath = (companyId: number): string => `${networkCompaniesPage}/${companyId}`
