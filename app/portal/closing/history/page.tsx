import { Lock } from 'lucide-react'
import type { Metadata } from 'next'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { Badge } from '@/components/ui/badge'
import { Filters, SelectFilter } from '@/components/ui/filters'
import { PageHeader } from '@/components/ui/layout'
import { BackLink, Link } from '@/components/ui/link'
import { Pagination } from '@/components/ui/pagination'
import { Amount, EmptyState } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import { type Closed, closedPath, closingsFilterOf, closingsPage, closingsPath, isNarrowed } from '@/lib/closing/closed'
import { closingPage } from '@/lib/closing/closing'
import { listClosings } from '@/lib/closing/list-closings'
import { startOfDay } from '@/lib/language/days'
import { listBranches } from '@/lib/sales/consumptions/list-consumptions'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('closing'))('closings.title') }
}

export default async function ClosingsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.closing.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const filter = closingsFilterOf(await searchParams)
  const [{ closings, newer, older }, branches, t] = await Promise.all([
    listClosings(ctx, filter),
    listBranches(ctx),
    translations('closing'),
  ])
  const merchant = ctx.session.membership?.name ?? ''
  return (
    <>
      <PageHeader
        above={<BackLink href={closingPage}>{t('title')}</BackLink>}
        title={t('closings.title')}
        lead={t('closings.lead')}
      />
      <Filters label={t('filters')} action={closingsPage} address={closingsPath(filter)} narrowed={0} inline>
        <SelectFilter
          name="branch"
          label={t('branch')}
          all={t('allBranches')}
          value={filter.branch?.toString()}
          options={[
            ...branches.map(({ id, name, active }) => ({
              value: String(id),
              label: active ? name : t('inactive', { name }),
            })),
            { value: 'none', label: t('noBranch') },
          ]}
        />
      </Filters>
      {closings.length > 0 ? (
        <Table
          caption={t('closings.caption', { merchant })}
          rows={closings}
          rowKey={({ id }) => id}
          columns={await columns()}
        />
      ) : isNarrowed({ branch: filter.branch }) ? (
        <NothingFound title={t('closings.noneTitle')} text={t('closings.noneText')} allHref={closingsPage} />
      ) : (
        <EmptyState icon={<Lock aria-hidden />} title={t('closings.emptyTitle')}>
          {t('closings.emptyText')}
        </EmptyState>
      )}
      <Pagination
        previous={newer && closingsPath(filter, { after: newer })}
        next={older && closingsPath(filter, { before: older })}
      />
    </>
  )
}

async function columns(): Promise<readonly Column<Closed>[]> {
  const [t, { amount, date, dateTime, number }] = await Promise.all([translations('closing'), pageFormats()])
  return [
    {
      key: 'day',
      label: t('closings.day'),
      heading: true,
      cell: ({ id, day, branch }) => (
        <>
          <Link href={closedPath(id)}>{date(startOfDay(day))}</Link>
          <span className="block text-xs font-normal break-words text-muted">{branch ?? t('noBranch')}</span>
        </>
      ),
    },
    {
      key: 'closed',
      label: t('closings.closed'),
      cell: ({ closedAt, closedBy }) => (
        <>
          <span className="block">{dateTime(closedAt)}</span>
          <span className="block text-xs break-words text-muted">{closedBy}</span>
        </>
      ),
    },
    {
      key: 'count',
      label: t('count'),
      align: 'right',
      cell: ({ consumed, late }) => (
        <>
          <span className="block">{number(consumed.count)}</span>
          {late.count === 0 ? null : (
            <span className="block text-xs text-muted">{t('closings.late', { count: late.count })}</span>
          )}
        </>
      ),
    },
    {
      key: 'final',
      label: t('final'),
      align: 'right',
      cell: ({ consumed, late }) => (
        <>
          <Amount text={amount(consumed.finalCents)} className="block font-medium" />
          {late.count === 0 ? null : <span className="block text-xs text-muted">+ {amount(late.finalCents)}</span>}
        </>
      ),
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
      cell: ({ reopened }) => (reopened === undefined ? null : <Badge tone="warning">{t('stateReopened')}</Badge>),
    },
  ]
}
