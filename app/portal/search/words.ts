import { companiesFilterOf, companiesPage, companiesPath } from '@/lib/affiliations/companies'
import { discountFilterOf, discountsHome, discountsPath } from '@/lib/discounts/filter'
import { allRequests, requestsPage, requestsPath } from '@/lib/requests/filter'
import { authorizationsFilterOf, authorizationsPath } from '@/lib/sales/authorizations/filter'
import { consumptionsFilterOf, consumptionsPage, consumptionsPath } from '@/lib/sales/consumptions/filter'
import type { SearchGroup } from '@/lib/search/search'
import type { MerchantFound, SaleHit } from '@/lib/search/search-merchant'
import { searchGroups } from '@/lib/web/search-groups'
import { pageFormats, translations } from '@/lib/web/translations'
import { operationNames } from '../operation-names'

/** What a search of the merchant's office found, in the reader's words, each with the address of its page. */
export async function wordedFound(found: MerchantFound, text: string): Promise<readonly SearchGroup[]> {
  const [group, t, discounts, { amount, dateTime }, nameOf] = await Promise.all([
    searchGroups(),
    translations('search'),
    translations('discounts'),
    pageFormats(),
    operationNames(),
  ])
  return [
    group('sales', found.sales, consumptionsPath({ ...consumptionsFilterOf({}), search: text }), (sale) => ({
      href: addressOfSale(sale),
      title: sale.reference,
      detail: [t(`sale.${sale.status}`), amount(sale.finalCents), dateTime(sale.at), sale.branch]
        .filter(Boolean)
        .join(' · '),
    })),
    group('discounts', found.discounts, discountsPath({ ...discountFilterOf({}), search: text }), (discount) => ({
      href: `${discountsHome}/${discount.id}`,
      title: discount.name,
      detail: discounts(`statuses.${discount.shownStatus}`),
    })),
    group('companies', found.companies, companiesPath({ ...companiesFilterOf({}), search: text }), (company) => ({
      href: `${companiesPage}/${company.companyId}`,
      title: company.name,
      detail: company.legalId ?? '',
    })),
    group('requests', found.requests, requestsPath({ ...allRequests, search: text }), (request) => ({
      href: `${requestsPage}/${request.id}`,
      title: nameOf(request.operation),
      detail: [
        request.code === null ? request.status : `${request.status} ${request.code}`,
        dateTime(request.occurredAt),
      ].join(' · '),
    })),
  ]
}

/** A consumption has a page; an authorization that was not consumed stands in the list of its code. */
const addressOfSale = ({ status, code }: SaleHit): string =>
  status === 'Registered'
    ? `${consumptionsPage}/${encodeURIComponent(code)}`
    : authorizationsPath({ ...authorizationsFilterOf({}), search: code })
