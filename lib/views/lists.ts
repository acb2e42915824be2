import { companiesFilterOf, companiesPath } from '@/lib/affiliations/companies'
import { trails } from '@/lib/audit/activity'
import { benefitFilterOf, benefitsPath } from '@/lib/benefits/benefits'
import { articleFilterOf, articlesPath } from '@/lib/catalog/articles'
import { collaboratorFilterOf, collaboratorsPath } from '@/lib/collaborators/filter'
import { discountFilterOf, discountsPath } from '@/lib/discounts/filter'
import { type Asked, askedOf } from '@/lib/kernel/address'
import { networkCompaniesFilterOf, networkCompaniesPath } from '@/lib/network-companies/companies'
import { networkMerchantsFilterOf, networkMerchantsPath } from '@/lib/network-merchants/merchants'
import { requestFilterOf, requestsPath } from '@/lib/requests/filter'
import { authorizationsFilterOf, authorizationsPath } from '@/lib/sales/authorizations/filter'
import { companyConsumptionsFilterOf, companyConsumptionsPath } from '@/lib/sales/company/filter'
import { consumptionsFilterOf, consumptionsPath } from '@/lib/sales/consumptions/filter'

/** The address of a list's first page as the list itself writes what was asked: what it does not know is not in it. */
type Written = (asked: Asked) => string

const written =
  <Filter>(read: (asked: Asked) => Filter, path: (filter: Filter) => string): Written =>
  (asked) =>
    path(read(asked))

/** The lists of which views are kept, by the names that `saved_views.list` has. */
export const merchantLists = {
  consumptions: written(consumptionsFilterOf, consumptionsPath),
  authorizations: written(authorizationsFilterOf, authorizationsPath),
  requests: written(requestFilterOf, requestsPath),
  activity: written(trails.merchant.filterOf, trails.merchant.path),
  discounts: written(discountFilterOf, discountsPath),
  companies: written(companiesFilterOf, companiesPath),
  articles: written(articleFilterOf, articlesPath),
} as const

export const companyLists = {
  collaborators: written(collaboratorFilterOf, collaboratorsPath),
  benefits: written(benefitFilterOf, benefitsPath),
  company_consumptions: written(companyConsumptionsFilterOf, companyConsumptionsPath),
  company_activity: written(trails.company.filterOf, trails.company.path),
} as const

export const operatorLists = {
  network_merchants: written(networkMerchantsFilterOf, networkMerchantsPath),
  network_companies: written(networkCompaniesFilterOf, networkCompaniesPath),
  network_activity: written(trails.operator.filterOf, trails.operator.path),
} as const

export type ListName = keyof typeof merchantLists | keyof typeof companyLists | keyof typeof operatorLists

const lists: Readonly<Record<string, Written>> = { ...merchantLists, ...companyLists, ...operatorLists }

/** The address of a list with that query, as the list writes it; undefined for a list that is not one. */
export function viewPath(list: string, query: string): string | undefined {
  const write = Object.hasOwn(lists, list) ? lists[list] : undefined
  return write?.(askedOf(`http://list/?${query}`))
}

/** The same without its page. */
export const viewQuery = (path: string): string => path.split('?')[1] ?? ''
