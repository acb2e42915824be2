import type { MerchantPermission } from '@/lib/accounts/permissions'
import { discountsPermission } from '@/lib/discounts/permission'
import { type Asked, addressOf, integerId, parameter, wholeText } from '@/lib/kernel/address'
import { type CursorRange, listAddressOf } from '@/lib/kernel/cursor'
import { type Period, periodParameter } from '@/lib/language/periods'
import { consumptionsPermission } from '@/lib/sales/permissions'

/** Either permission is enough to see affiliated companies and their grants: to manage discounts, or to read consumptions. */
export const companyReaders = [
  discountsPermission,
  consumptionsPermission,
] as const satisfies readonly MerchantPermission[]

export const companiesPage = '/portal/companies'

export const defaultPeriod: Period = { kind: 'last_30_days' }

const period = periodParameter(defaultPeriod)

/** The search is a part of a name or of an RNC. */
const address = listAddressOf({ search: parameter('q', wholeText(100)), period }, integerId, ['company', '-company'])

export const { read: companiesFilterOf } = address

/** The filter of the list of affiliated companies, read from the address of its page. */
export type CompaniesFilter = ReturnType<typeof companiesFilterOf>

/** The address of the list with this filter, at a cursor range. */
export const companiesPath = (filter: CompaniesFilter, range?: CursorRange<number>): string =>
  address.path(companiesPage, filter, range)

const companyAddress = addressOf({ period })

/** The period that one company's sums cover. */
export const companyPeriodOf = (asked: Asked): Period => companyAddress.read(asked).period

/** The address of one company, with that period. */
export const companyPath = (companyId: number, period: Period): string =>
  companyAddress.path(`${companiesPage}/${companyId}`, { period })
