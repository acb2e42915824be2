import { Lock } from 'lucide-react'
import type { Metadata } from 'next'
import { branchField } from '@/app/_components/list/branch-field'
import { ColumnMenu } from '@/app/_components/list/column-menu'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListPage } from '@/app/_components/list/list-page'
import { ListTable } from '@/app/_components/list/list-table'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { viewOf } from '@/app/_components/list/view'
import { Badge } from '@/components/ui/badge'
import { PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { Amount, EmptyState } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import { type Closed, closedPath, closingsFilterOf, closingsPage, closingsPath, isNarrowed } from '@/lib/closing/closed'
import { closingPage } from '@/lib/closing/closing'
import { listClosings } from '@/lib/closing/list-closings'
import { startOfDay } from '@/lib/language/days'
import { listBranches } from '@/lib/sales/consumptions/list-consumptions'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('closing'))('closings.title') }
}

export default async function ClosingsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.closing.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const filter = closingsFilterOf(await searchParams)
  const [{ closings, newer, older }, branches, t] = await Promise.all([
    listClosings(ctx, filter),
    listBranches(ctx),
    translations('closing'),
  ])
  const merchant = ctx.session.membership?.name ?? ''
  const view = viewOf(filter, closingsPath)
  const columns = await closingColumns()
  return (
    <ListPage>
      <PageHeader
        above={<BackLink href={closingPage}>{t('title')}</BackLink>}
        title={t('closings.title')}
        lead={t('closings.lead')}
      />
      <FilterBar
        label={t('filters')}
        page={closingsPage}
        address={closingsPath(filter)}
        fields={[
          branchField(branches, filter.branch, {
            label: t('branch'),
            all: t('allBranches'),
            inactive: (name) => t('inactive', { name }),
            none: t('noBranch'),
          }),
        ]}
        inline
        tools={<ColumnMenu view={view} columns={columns} />}
      />
      {closings.length > 0 ? (
        <>
          <ListTable
            view={view}
            caption={t('closings.caption', { merchant })}
            rows={closings}
            rowKey={({ id }) => id}
            hrefOf={({ id }) => closedPath(id)}
            columns={columns}
          />
          <ListFoot
            view={view}
            previous={newer && closingsPath(filter, { after: newer })}
            next={older && closingsPath(filter, { before: older })}
          />
        </>
      ) : isNarrowed({ branch: filter.branch }) ? (
        <NothingFound title={t('closings.noneTitle')} text={t('closings.noneText')} allHref={closingsPage} />
      ) : (
        <EmptyState icon={<Lock aria-hidden />} title={t('closings.emptyTitle')}>
          {t('closings.emptyText')}
        </EmptyState>
      )}
    </ListPage>
  )
}

async function closingColumns(): Promise<readonly Column<Closed>[]> {
  const [t, { amount, date, dateTime, number }] = await Promise.all([translations('closing'), pageFormats()])
  return [
    {
      key: 'day',
      label: t('closings.day'),
      heading: true,
      cell: ({ day }) => date(startOfDay(day)),
    },
    {
      key: 'branch',
      label: t('branch'),
      phone: 'below',
      cell: ({ branch }) => branch ?? t('noBranch'),
    },
    {
      key: 'closed',
      label: t('closings.closed'),
      cell: ({ closedAt }) => dateTime(closedAt),
      below: ({ closedBy }) => closedBy,
    },
    {
      key: 'count',
      label: t('count'),
      align: 'right',
      cell: ({ consumed }) => number(consumed.count),
      below: ({ late }) => (late.count === 0 ? null : t('closings.late', { count: late.count })),
    },
    {
      key: 'final',
      label: t('final'),
      align: 'right',
      phone: 'end',
      cell: ({ consumed }) => <Amount text={amount(consumed.finalCents)} className="font-medium" />,
      below: ({ late }) => (late.count === 0 ? null : `+ ${amount(late.finalCents)}`),
    },
    {
      key: 'comparison',
      label: t('compare.difference'),
      cell: ({ comparison }) =>
        comparison === undefined ? (
          <span className="text-muted">{t('closings.notCompared')}</span>
        ) : (
          t('closings.differences', { count: comparison.different })
        ),
    },
    {
      key: 'state',
      label: t('state'),
      phone: 'below-end',
      cell: ({ reopened }) => (reopened === undefined ? null : <Badge tone="warning">{t('stateReopened')}</Badge>),
    },
  ]
}
