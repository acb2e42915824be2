import { branchField } from '@/app/_components/list/branch-field'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListTools } from '@/app/_components/list/list-tools'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/portal/views/of-list'
import type { OfficeContext } from '@/lib/context'
import {
  type ConsumptionsFilter,
  consumptionsPage,
  consumptionsPath,
  defaultPeriod,
} from '@/lib/sales/consumptions/filter'
import { listConsumptionChoices } from '@/lib/sales/consumptions/list-consumptions'
import { makerFormat } from '@/lib/sales/maker'
import { translations } from '@/lib/web/translations'
import { consumptionColumns } from './consumption-columns'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: ConsumptionsFilter }

/** The filters of the list of consumptions. */
export async function ConsumptionsFilters({ ctx, filter }: Props) {
  const [{ branches, companies, discounts, credentials, members }, t] = await Promise.all([
    listConsumptionChoices(ctx),
    translations('consumptions'),
  ])
  const named = (choices: readonly { id: number; name: string }[]) =>
    choices.map(({ id, name }) => ({ value: String(id), label: name }))
  const { branchId, companyId, discountId, credential } = filter
  return (
    <FilterBar
      label={t('filters')}
      page={consumptionsPage}
      address={consumptionsPath(filter)}
      search={{ label: t('search'), hint: t('searchHint'), value: filter.search }}
      fields={[
        { kind: 'period', period: filter.period, usual: defaultPeriod },
        branchField(branches, branchId, {
          label: t('branch'),
          all: t('allBranches'),
          inactive: (name) => t('inactive', { name }),
        }),
        {
          kind: 'select',
          name: 'company',
          label: t('company'),
          all: t('allCompanies'),
          value: companyId?.toString(),
          options: named(companies),
        },
        {
          kind: 'select',
          name: 'discount',
          label: t('discount'),
          all: t('allDiscounts'),
          value: discountId?.toString(),
          options: named(discounts),
        },
        {
          kind: 'select',
          name: 'credential',
          label: t('credential'),
          all: t('allCredentials'),
          value: credential && makerFormat.write(credential),
          options: [
            ...credentials.map((one) => ({
              value: makerFormat.write(one),
              label: one.ended ? t('ended', { name: one.name }) : one.name,
            })),
            ...members.map((one) => ({ value: makerFormat.write(one), label: t('atTill', { name: one.name }) })),
          ],
        },
      ]}
      tools={
        <ListTools
          views={viewsOf(ctx, 'consumptions')}
          view={viewOf(filter, consumptionsPath)}
          columns={await consumptionColumns()}
        />
      }
    />
  )
}
