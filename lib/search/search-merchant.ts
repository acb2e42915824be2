import { listAffiliatedCompanies } from '@/db/queries/offices/affiliated-companies'
import { listRequests } from '@/db/queries/offices/api-requests'
import { type AuthorizationRecord, listAuthorizationRecords } from '@/db/queries/offices/authorizations'
import { listConsumptionRecords } from '@/db/queries/offices/consumptions'
import { listDiscounts } from '@/db/queries/offices/discounts'
import type { SaleSearch } from '@/db/queries/offices/sales'
import type { MerchantPermission } from '@/lib/accounts/permissions'
import { companyReaders } from '@/lib/affiliations/companies'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { discountsPermission } from '@/lib/discounts/permission'
import { viewDiscount } from '@/lib/discounts/views'
import { viewOf } from '@/lib/requests/views'
import { codeOf } from '@/lib/sales/consumptions/filter'
import { consumptionsPermission } from '@/lib/sales/permissions'
import { type Sale, saleOf } from '@/lib/sales/sale'
import { type Found, firstOf, hitsMax, none } from './search'

type Reader = Pick<OfficeContext, 'db' | 'member'>

/** A consumption, or an authorization that none has confirmed. */
export type SaleHit = Sale & {
  readonly at: Date
  readonly status: 'Registered' | Exclude<AuthorizationRecord['status'], 'Consumed'>
}

const limit = hitsMax + 1

/**
 * What a merchant has under that text: sales by code or reference, calls by reference or request id, discounts and affiliated
 * companies by name. Of each kind only what the member's permissions show; a member without the permission finds none.
 */
export async function searchMerchant({ db, member }: Reader, text: string) {
  const { permissions } = member
  const may = (...any: readonly MerchantPermission[]) => any.some((one) => permissions.includes(one))
  // One after another: a search holds one connection at a time, and keeps no page waiting.
  const sales = may(consumptionsPermission) ? await salesOf({ db, member }, text) : none
  const requests = may(integrationsPermission) ? await requestsOf({ db, member }, text) : none
  const discounts = may(discountsPermission) ? await discountsOf({ db, member }, text) : none
  const companies = may(...companyReaders) ? await companiesOf({ db, member }, text) : none
  return { sales, requests, discounts, companies }
}

export type MerchantFound = Awaited<ReturnType<typeof searchMerchant>>

/** Whole codes and references; only where there are none, references that begin with the text. */
async function salesOf(reader: Reader, text: string): Promise<Found<SaleHit>> {
  const whole = await salesBy(reader, { kind: 'whole', text, code: codeOf(text) })
  return whole.hits.length > 0 ? whole : salesBy(reader, { kind: 'beginning', text })
}

async function salesBy({ db, member }: Reader, search: SaleSearch): Promise<Found<SaleHit>> {
  const consumptions = await listConsumptionRecords(db, member.merchantId, { search, limit })
  const authorizations = await listAuthorizationRecords(db, member.merchantId, { search, limit })
  const hits: readonly SaleHit[] = [
    ...consumptions.map((row) => ({ ...saleOf(row), at: row.registeredAt, status: row.status })),
    // One that was consumed is there as its consumption.
    ...authorizations.flatMap((row) =>
      row.status === 'Consumed' ? [] : { ...saleOf(row), at: row.authorizedAt, status: row.status },
    ),
  ]
  return firstOf(hits.toSorted((one, other) => other.at.getTime() - one.at.getTime()))
}

async function requestsOf({ db, member }: Reader, search: string) {
  const everything = {
    from: undefined,
    to: undefined,
    operation: undefined,
    statuses: undefined,
    code: undefined,
    credential: undefined,
  }
  const rows = await listRequests(db, member.merchantId, { ...everything, search, limit })
  return firstOf(rows.map((row) => viewOf(row)))
}

async function discountsOf({ db, member }: Reader, search: string) {
  const rows = await listDiscounts(db, member.merchantId, { status: undefined, search, limit })
  return firstOf(rows.map(viewDiscount))
}

const companiesOf = async ({ db, member }: Reader, search: string) =>
  firstOf(await listAffiliatedCompanies(db, member.merchantId, { search, limit }))
