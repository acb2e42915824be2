import { Filters, PeriodFilter, SearchFilter, SelectFilter } from '@/components/ui/filters'
import type { OfficeContext } from '@/lib/context'
import { credentialFormat } from '@/lib/credentials/reference'
import {
  type ConsumptionsFilter,
  consumptionsPage,
  consumptionsPath,
  narrowedBy,
} from '@/lib/sales/consumptions/filter'
import { listConsumptionChoices } from '@/lib/sales/consumptions/list-consumptions'
import { translations } from '@/lib/web/translations'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: ConsumptionsFilter }

/** The filters of the list of consumptions. */
export async function ConsumptionsFilters({ ctx, filter }: Props) {
  const [{ branches, companies, discounts, credentials }, t] = await Promise.all([
    listConsumptionChoices(ctx),
    translations('consumptions'),
  ])
  const named = (choices: readonly { id: number; name: string }[]) =>
    choices.map(({ id, name }) => ({ value: String(id), label: name }))
  const { branchId, companyId, discountId, credential } = filter
  return (
    <Filters
      label={t('filters')}
      action={consumptionsPage}
      address={consumptionsPath(filter)}
      narrowed={narrowedBy(filter)}
      search={<SearchFilter label={t('search')} hint={t('searchHint')} value={filter.search} />}
    >
      <PeriodFilter period={filter.period} />
      <SelectFilter
        name="branch"
        label={t('branch')}
        all={t('allBranches')}
        value={branchId?.toString()}
        options={branches.map(({ id, name, active }) => ({
          value: String(id),
          label: active ? name : t('inactive', { name }),
        }))}
      />
      <SelectFilter
        name="company"
        label={t('company')}
        all={t('allCompanies')}
        value={companyId?.toString()}
        options={named(companies)}
      />
      <SelectFilter
        name="discount"
        label={t('discount')}
        all={t('allDiscounts')}
        value={discountId?.toString()}
        options={named(discounts)}
      />
      <SelectFilter
        name="credential"
        label={t('credential')}
        all={t('allCredentials')}
        value={credential && credentialFormat.write(credential)}
        options={credentials.map((one) => ({
          value: credentialFormat.write(one),
          label: one.ended ? t('ended', { name: one.name }) : one.name,
        }))}
      />
    </Filters>
  )
}
