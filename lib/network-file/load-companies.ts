import { type GrantRow, replaceAffiliations, replaceGrants } from '@/db/queries/network-load/grants'
import { fillWithIds, type Tx } from '@/db/queries/network-load/network'
import { fillLists } from './fill-lists'
import { type Ids, idAt, known } from './ids'
import type { LoadedMerchant } from './load-merchants'
import type { CompanyOfFile } from './shape'

export type LoadedCompany = {
  readonly company: CompanyOfFile
  readonly companyId: number
  readonly types: Ids
}

function grantRows(
  { company, companyId, types }: LoadedCompany,
  merchants: ReadonlyMap<string, LoadedMerchant>,
): GrantRow[] {
  return company.grants.flatMap(({ merchant, discount, to }) => {
    const { merchantId, discounts } = known(merchants.get(merchant))
    const row = { company_id: companyId, merchant_id: merchantId, discount_id: known(discounts.get(discount)) }
    const typeIds = to === 'team' ? [null] : to.map((type) => known(types.get(type)))
    return typeIds.map((typeId) => ({ ...row, collaborator_type_id: typeId }))
  })
}

/**
 * Writes the companies as the file has them, with their types, affiliations and grants, and returns their ids in the
 * order of the file.
 *
 * A company's `affiliations` and `grants` are everything that is agreed between it and the merchants of the file: what
 * the file no longer lists is withdrawn. Otherwise a benefit, once written, could never be taken back by file, and
 * tills would go on granting what the file does not. Left alone are companies and merchants that are not in the file,
 * and grants of discounts, or to types, that were made in an office. Companies, types and people that the file no
 * longer names stay.
 */
export async function loadCompanies(
  tx: Tx,
  companies: readonly CompanyOfFile[],
  merchants: readonly LoadedMerchant[],
): Promise<LoadedCompany[]> {
  const ids = await fillWithIds(
    tx,
    'companies',
    companies.map(({ key, name, legalId }) => ({ key, name, legal_id: legalId })),
  )
  const types = await fillLists(tx, 'collaborator_types', companies, (company, at) =>
    company.types.map(({ key, name }) => [key, { company_id: idAt(ids, at), key, name }]),
  )
  const loaded = companies.map((company, at) => ({ company, companyId: idAt(ids, at), types: known(types[at]) }))

  const byKey = new Map(merchants.map((one) => [one.merchant.key, one]))
  const between = { companyIds: ids, merchantIds: merchants.map(({ merchantId }) => merchantId) }
  const affiliations = loaded.flatMap(({ company, companyId }) =>
    company.affiliations.map((key) => ({ company_id: companyId, merchant_id: known(byKey.get(key)).merchantId })),
  )
  await replaceAffiliations(tx, between, affiliations)
  await replaceGrants(
    tx,
    between,
    loaded.flatMap((one) => grantRows(one, byKey)),
  )
  return loaded
}
