import { Building2 } from 'lucide-react'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { ListTools } from '@/app/_components/list/list-tools'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/portal/views/of-list'
import { Section } from '@/components/ui/layout'
import { Amount, EmptyState } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import {
  type CompaniesFilter,
  companiesPage,
  companiesPath,
  companyPath,
  defaultPeriod,
} from '@/lib/affiliations/companies'
import { type CompanyView, listCompanies } from '@/lib/affiliations/list-companies'
import { affiliationPermissions } from '@/lib/affiliations/party'
import { consumptionsPermission } from '@/lib/sales/permissions'
import type { MerchantMemberContext } from '@/lib/web/merchant-office'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = { ctx: MerchantMemberContext; filter: CompaniesFilter; merchant: string }

/** The affiliated companies, with what they grant, and what they consumed in the period of the URL. */
export async function CompaniesList({ ctx, filter, merchant }: Props) {
  const { companies, before, after } = await listCompanies(ctx, filter)
  const t = await translations('companies')
  const seesConsumptions = ctx.member.permissions.includes(consumptionsPermission)
  const searched = [filter.search, filter.before, filter.after].some((said) => said !== undefined)
  if (companies.length === 0 && !searched) {
    return (
      <EmptyState icon={<Building2 aria-hidden />} title={t('emptyTitle')}>
        {ctx.member.permissions.includes(affiliationPermissions.merchant) ? t('emptyText') : t('emptyReader')}
      </EmptyState>
    )
  }
  const view = viewOf(filter, companiesPath)
  const columns = await columnsOf(seesConsumptions)
  return (
    <Section title={t('affiliated')}>
      <FilterBar
        label={t('filters')}
        page={companiesPage}
        address={companiesPath(filter)}
        search={{ label: t('search'), value: filter.search }}
        fields={seesConsumptions ? [{ kind: 'period', period: filter.period, usual: defaultPeriod }] : []}
        tools={<ListTools views={viewsOf(ctx, 'companies')} view={view} columns={columns} />}
      />
      {companies.length === 0 ? (
        <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={companiesPage} />
      ) : (
        <ListTable
          view={view}
          hrefOf={({ companyId }) => companyPath(companyId, filter.period)}
          caption={t('caption', { merchant })}
          rows={companies}
          sortable={['company']}
          rowKey={({ companyId }) => companyId}
          columns={columns}
        />
      )}
      {companies.length === 0 ? null : (
        <ListFoot
          view={view}
          previous={before === undefined ? undefined : companiesPath(filter, { before })}
          next={after === undefined ? undefined : companiesPath(filter, { after })}
        />
      )}
    </Section>
  )
}

async function columnsOf(seesConsumptions: boolean): Promise<Column<CompanyView>[]> {
  const t = await translations('companies')
  const { amount, number, date } = await pageFormats()
  const sums: Column<CompanyView>[] = [
    {
      key: 'consumptions',
      label: t('consumptions'),
      align: 'right',
      cell: ({ consumed }) => number(consumed?.consumptions ?? 0),
    },
    {
      key: 'purchases',
      label: t('purchases'),
      align: 'right',
      cell: ({ consumed }) => <Amount text={amount(consumed?.purchaseCents ?? 0n)} />,
    },
    {
      key: 'discounted',
      label: t('discounted'),
      align: 'right',
      phone: 'end',
      cell: ({ consumed }) => <Amount text={amount(consumed?.discountCents ?? 0n)} />,
    },
  ]
  return [
    {
      key: 'company',
      label: t('company'),
      heading: true,
      className: 'lg:max-w-80',
      cell: ({ name }) => <bdi>{name}</bdi>,
      below: ({ legalId }) => (legalId === null ? null : t('legalId', { legalId })),
    },
    {
      key: 'grants',
      label: t('grants'),
      phone: 'below',
      cell: ({ discounts }) => (
        <span className={discounts === 0 ? 'text-muted' : undefined}>{t('grantsCount', { count: discounts })}</span>
      ),
    },
    ...(seesConsumptions ? sums : []),
    {
      key: 'since',
      label: t('since'),
      phone: 'below-end',
      phoneLabel: true,
      cell: ({ since }) => <span className="whitespace-nowrap">{date(since)}</span>,
    },
  ]
}
