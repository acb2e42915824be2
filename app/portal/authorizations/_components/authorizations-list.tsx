import { Hourglass } from 'lucide-react'
import { branchField } from '@/app/_components/list/branch-field'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { ListTools } from '@/app/_components/list/list-tools'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { turnsOf, viewOf } from '@/app/_components/list/view'
import { SalesTotals } from '@/app/portal/_components/sales-totals'
import { viewsOf } from '@/app/portal/views/of-list'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import {
  type AuthorizationsFilter,
  authorizationStatuses,
  authorizationsPage,
  authorizationsPath,
  isNarrowed,
} from '@/lib/sales/authorizations/filter'
import { listAuthorizations, sumAuthorizations } from '@/lib/sales/authorizations/list-authorizations'
import { consumptionsPage, defaultPeriod } from '@/lib/sales/consumptions/filter'
import { translations } from '@/lib/web/translations'
import { authorizationColumns } from './authorization-columns'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: AuthorizationsFilter; merchant: string }

/** A page of authorizations, with its filters. */
export async function AuthorizationsList({ ctx, filter, merchant }: Props) {
  const [{ authorizations, branches, newer, older, begins }, t] = await Promise.all([
    listAuthorizations(ctx, filter),
    translations('authorizations'),
  ])
  const view = viewOf(filter, authorizationsPath)
  const columns = await authorizationColumns()
  return (
    <>
      <FilterBar
        label={t('filters')}
        page={authorizationsPage}
        address={authorizationsPath(filter)}
        search={{ label: t('search'), hint: t('searchHint'), value: filter.search }}
        fields={[
          {
            kind: 'select',
            name: 'status',
            label: t('status'),
            all: t('allStatuses'),
            value: filter.status,
            options: authorizationStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
          { kind: 'period', period: filter.period, usual: defaultPeriod },
          branchField(branches, filter.branchId, {
            label: t('branch'),
            all: t('allBranches'),
            inactive: (name) => t('inactive', { name }),
          }),
        ]}
        tools={<ListTools views={viewsOf(ctx, 'authorizations')} view={view} columns={columns} />}
      />
      {begins && authorizations.length > 0 ? <Notice>{t('begins', { text: filter.search ?? '' })}</Notice> : null}
      <SalesTotals
        address={authorizationsPath(filter)}
        sums={() => sumAuthorizations(ctx, filter)}
        countLabel={t('title')}
        paid={false}
      />
      {authorizations.length === 0 ? (
        <Nothing narrowed={isNarrowed(filter)} />
      ) : (
        <>
          <ListTable
            caption={t('caption', { merchant })}
            rows={authorizations}
            rowKey={({ code }) => code}
            hrefOf={({ consumptionCode }) =>
              consumptionCode === null ? undefined : `${consumptionsPage}/${encodeURIComponent(consumptionCode)}`
            }
            columns={columns}
            view={view}
            sortable={['when']}
          />
          <ListFoot
            view={view}
            {...turnsOf(
              filter.sort,
              newer && authorizationsPath(filter, { after: newer }),
              older && authorizationsPath(filter, { before: older }),
            )}
          />
        </>
      )}
    </>
  )
}

async function Nothing({ narrowed }: { narrowed: boolean }) {
  const t = await translations('authorizations')
  return narrowed ? (
    <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={authorizationsPage} />
  ) : (
    <EmptyState icon={<Hourglass aria-hidden />} title={t('emptyTitle')}>
      {t('emptyText')}
    </EmptyState>
  )
}
