import { Building2 } from 'lucide-react'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { ListTools } from '@/app/_components/list/list-tools'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/operator/views/of-list'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import type { NetworkCompanyRecord } from '@/db/queries/offices/network-companies'
import type { OperatorContext } from '@/lib/context'
import {
  companyStateOf,
  companyStates,
  type NetworkCompaniesFilter,
  networkCompaniesPage,
  networkCompaniesPath,
  networkCompanyPath,
} from '@/lib/network-companies/companies'
import { listCompaniesOfNetwork } from '@/lib/network-companies/show-companies'
import { pageFormats, translations } from '@/lib/web/translations'

/** The companies of the network: of their people only how many there are. */
export async function CompaniesList({ ctx, filter }: { ctx: OperatorContext; filter: NetworkCompaniesFilter }) {
  const { companies, count, before, after } = await listCompaniesOfNetwork(ctx, filter)
  const t = await translations('operatorCompanies')
  if (count === 0) {
    return (
      <EmptyState icon={<Building2 aria-hidden />} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    )
  }
  const view = viewOf(filter, networkCompaniesPath)
  const shown = await columns()
  return (
    <div className="flex flex-col gap-4">
      <FilterBar
        label={t('filters')}
        page={networkCompaniesPage}
        address={networkCompaniesPath(filter)}
        search={{ label: t('search'), value: filter.search }}
        fields={[
          {
            kind: 'select',
            name: 'state',
            label: t('columns.owner'),
            all: t('all'),
            value: filter.state,
            options: companyStates.map((value) => ({ value, label: t(`owner.${value}`) })),
          },
        ]}
        tools={<ListTools views={viewsOf(ctx, 'network_companies')} view={view} columns={shown} />}
      />
      {companies.length === 0 ? (
        <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={networkCompaniesPage} />
      ) : (
        <>
          <ListTable
            view={view}
            hrefOf={({ id }) => networkCompanyPath(id)}
            caption={t('caption')}
            rows={companies}
            sortable={['company', 'created']}
            rowKey={({ id }) => id}
            columns={shown}
          />
          <ListFoot
            view={view}
            previous={before === undefined ? undefined : networkCompaniesPath(filter, { before })}
            next={after === undefined ? undefined : networkCompaniesPath(filter, { after })}
          >
            <span className="text-xs text-muted">{t('count', { count })}</span>
          </ListFoot>
        </>
      )}
    </div>
  )
}

const tones = { ready: 'good', twoStep: 'warning', invited: 'info', none: 'neutral' } as const

async function columns(): Promise<Column<NetworkCompanyRecord>[]> {
  const t = await translations('operatorCompanies')
  const shared = await translations('operatorTenants')
  const { number, date } = await pageFormats()
  return [
    {
      key: 'company',
      label: t('columns.company'),
      heading: true,
      className: 'lg:max-w-80',
      cell: ({ name }) => <bdi>{name}</bdi>,
      below: ({ legalId }) => (legalId === null ? null : shared('rnc', { legalId })),
    },
    {
      key: 'owner',
      label: t('columns.owner'),
      phone: 'end',
      cell: (company) => <Badge tone={tones[companyStateOf(company)]}>{t(`owner.${companyStateOf(company)}`)}</Badge>,
    },
    {
      key: 'people',
      label: t('columns.people'),
      align: 'right',
      phone: 'below',
      phoneLabel: true,
      cell: ({ people }) => number(people),
    },
    {
      key: 'merchants',
      label: t('columns.merchants'),
      align: 'right',
      phone: 'below-end',
      phoneLabel: true,
      cell: ({ merchants }) => number(merchants),
    },
    { key: 'grants', label: t('columns.grants'), align: 'right', cell: ({ grants }) => number(grants) },
    {
      key: 'created',
      label: t('columns.created'),
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{date(createdAt)}</span>,
    },
  ]
}
