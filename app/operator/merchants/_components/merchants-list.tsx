import { Store } from 'lucide-react'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { ListTools } from '@/app/_components/list/list-tools'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/operator/views/of-list'
import { Badge } from '@/components/ui/badge'
import { Figures } from '@/components/ui/figures'
import { RelativeTime } from '@/components/ui/relative-time'
import { EmptyState } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import type { OperatorContext } from '@/lib/context'
import { merchantStates } from '@/lib/network-merchants/disabling'
import {
  type NetworkMerchantsFilter,
  networkMerchantPath,
  networkMerchantsFilterOf,
  networkMerchantsPage,
  networkMerchantsPath,
} from '@/lib/network-merchants/merchants'
import { requirements } from '@/lib/network-merchants/requirements'
import { listMerchantsOfNetwork, type NetworkMerchantView } from '@/lib/network-merchants/show-merchants'
import { pageFormats, translations } from '@/lib/web/translations'
import { toneOfState } from './tone-of-state'

/** The merchants of the network, with what each still needs, and how many there are in each state. */
export async function MerchantsList({ ctx, filter }: { ctx: OperatorContext; filter: NetworkMerchantsFilter }) {
  const { merchants, counts, before, after } = await listMerchantsOfNetwork(ctx, filter)
  const t = await translations('operatorMerchants')
  const { number } = await pageFormats()
  const all = counts.enabled + counts.scheduled + counts.disabled
  if (all === 0) {
    return (
      <EmptyState icon={<Store aria-hidden />} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    )
  }
  const view = viewOf(filter, networkMerchantsPath)
  const shown = await columns()
  return (
    <>
      <Figures
        label={t('counts')}
        figures={[
          { key: 'all', label: t('all'), value: number(all), href: networkMerchantsPage },
          ...merchantStates.map((state) => ({
            key: state,
            label: t(`statesOf.${state}`),
            value: number(counts[state]),
            href: networkMerchantsPath(networkMerchantsFilterOf({ state })),
          })),
        ]}
      />
      <div className="flex flex-col gap-4">
        <FilterBar
          label={t('filters')}
          page={networkMerchantsPage}
          address={networkMerchantsPath(filter)}
          search={{ label: t('search'), value: filter.search }}
          fields={[
            {
              kind: 'select',
              name: 'state',
              label: t('state'),
              all: t('all'),
              value: filter.state,
              options: merchantStates.map((value) => ({ value, label: t(`states.${value}`) })),
            },
          ]}
          tools={<ListTools views={viewsOf(ctx, 'network_merchants')} view={view} columns={shown} />}
        />
        {merchants.length === 0 ? (
          <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={networkMerchantsPage} />
        ) : (
          <>
            <ListTable
              view={view}
              hrefOf={({ id }) => networkMerchantPath(id)}
              caption={t('caption')}
              rows={merchants}
              sortable={['merchant', 'created']}
              rowKey={({ id }) => id}
              columns={shown}
            />
            <ListFoot
              view={view}
              previous={before === undefined ? undefined : networkMerchantsPath(filter, { before })}
              next={after === undefined ? undefined : networkMerchantsPath(filter, { after })}
            />
          </>
        )}
      </div>
    </>
  )
}

async function columns(): Promise<Column<NetworkMerchantView>[]> {
  const t = await translations('operatorMerchants')
  const shared = await translations('operatorTenants')
  const { number, moment, date } = await pageFormats()
  return [
    {
      key: 'merchant',
      label: t('columns.merchant'),
      heading: true,
      className: 'lg:max-w-80',
      cell: ({ name }) => <bdi>{name}</bdi>,
      below: ({ legalId }) => (legalId === null ? null : shared('rnc', { legalId })),
    },
    {
      key: 'state',
      label: t('columns.state'),
      phone: 'end',
      cell: ({ state }) => <Badge tone={toneOfState[state]}>{t(`states.${state}`)}</Badge>,
    },
    {
      key: 'requirements',
      label: t('columns.requirements'),
      phone: 'below',
      phoneLabel: true,
      cell: ({ met }) => t('met', { met: number(met), all: number(requirements.length) }),
    },
    {
      key: 'companies',
      label: t('columns.companies'),
      align: 'right',
      cell: ({ companies }) => number(companies),
    },
    {
      key: 'credentials',
      label: t('columns.credentials'),
      align: 'right',
      cell: ({ credentials }) => number(credentials),
    },
    {
      key: 'lastCall',
      label: t('columns.lastCall'),
      phone: 'below-end',
      cell: ({ lastCallAt }) =>
        lastCallAt === null ? (
          <span className="text-muted">{t('noCall')}</span>
        ) : (
          <RelativeTime moment={moment(lastCallAt)} />
        ),
    },
    {
      key: 'created',
      label: t('created'),
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{date(createdAt)}</span>,
    },
  ]
}
