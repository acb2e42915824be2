import { Building2 } from 'lucide-react'
import { Filters, PeriodFilter, SearchFilter } from '@/components/ui/filters'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { NothingFound } from '@/components/ui/nothing-found'
import { Pagination } from '@/components/ui/pagination'
import { Amount, EmptyState } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import {
  type CompaniesFilter,
  companiesPage,
  companiesPath,
  companyPath,
  narrowedBy,
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
  return (
    <Section title={t('affiliated')}>
      <div className="lg:max-w-xl">
        <Filters
          label={t('filters')}
          action={companiesPage}
          address={companiesPath(filter)}
          narrowed={narrowedBy(filter)}
          search={<SearchFilter label={t('search')} value={filter.search} />}
        >
          {seesConsumptions ? <PeriodFilter period={filter.period} /> : null}
        </Filters>
      </div>
      {companies.length === 0 ? (
        <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={companiesPage} />
      ) : (
        <Table
          caption={t('caption', { merchant })}
          rows={companies}
          rowKey={({ companyId }) => companyId}
          columns={await columnsOf(filter, seesConsumptions)}
        />
      )}
      <Pagination
        previous={before === undefined ? undefined : companiesPath(filter, { before })}
        next={after === undefined ? undefined : companiesPath(filter, { after })}
      />
    </Section>
  )
}

async function columnsOf(filter: CompaniesFilter, seesConsumptions: boolean): Promise<Column<CompanyView>[]> {
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
      cell: ({ consumed }) => <Amount text={amount(consumed?.discountCents ?? 0n)} />,
    },
  ]
  return [
    {
      key: 'company',
      label: t('company'),
      heading: true,
      cell: ({ companyId, name, legalId }) => (
        <span className="flex min-w-0 flex-col gap-0.5 sm:min-w-44">
          <Link href={companyPath(companyId, filter.period)} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </Link>
          {legalId === null ? null : (
            <span className="text-xs font-normal text-muted tabular-nums">{t('legalId', { legalId })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'grants',
      label: t('grants'),
      cell: ({ discounts }) => (
        <span className={discounts === 0 ? 'text-muted' : undefined}>{t('grantsCount', { count: discounts })}</span>
      ),
    },
    ...(seesConsumptions ? sums : []),
    {
      key: 'since',
      label: t('since'),
      cell: ({ since }) => <span className="whitespace-nowrap">{date(since)}</span>,
    },
  ]
}
