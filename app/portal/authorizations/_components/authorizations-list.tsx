import { Hourglass } from 'lucide-react'
import { Filters, PeriodFilter, SearchFilter, SelectFilter } from '@/components/ui/filters'
import { NothingFound } from '@/components/ui/nothing-found'
import { Notice } from '@/components/ui/notice'
import { Pagination } from '@/components/ui/pagination'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { OfficeContext } from '@/lib/context'
import {
  type AuthorizationsFilter,
  authorizationStatuses,
  authorizationsPage,
  authorizationsPath,
  isNarrowed,
  narrowedBy,
} from '@/lib/sales/authorizations/filter'
import { listAuthorizations } from '@/lib/sales/authorizations/list-authorizations'
import { translations } from '@/lib/web/translations'
import { authorizationColumns } from './authorization-columns'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: AuthorizationsFilter; merchant: string }

/** A page of authorizations, with its filters. */
export async function AuthorizationsList({ ctx, filter, merchant }: Props) {
  const [{ authorizations, branches, newer, older, begins }, t] = await Promise.all([
    listAuthorizations(ctx, filter),
    translations('authorizations'),
  ])
  return (
    <>
      <Filters
        label={t('filters')}
        action={authorizationsPage}
        address={authorizationsPath(filter)}
        narrowed={narrowedBy(filter)}
        search={<SearchFilter label={t('search')} hint={t('searchHint')} value={filter.search} />}
      >
        <SelectFilter
          name="status"
          label={t('status')}
          all={t('allStatuses')}
          value={filter.status}
          options={authorizationStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
        <PeriodFilter period={filter.period} />
        <SelectFilter
          name="branch"
          label={t('branch')}
          all={t('allBranches')}
          value={filter.branchId?.toString()}
          options={branches.map(({ id, name, active }) => ({
            value: String(id),
            label: active ? name : t('inactive', { name }),
          }))}
        />
      </Filters>
      {begins && authorizations.length > 0 ? <Notice>{t('begins', { text: filter.search ?? '' })}</Notice> : null}
      {authorizations.length === 0 ? (
        <Nothing narrowed={isNarrowed(filter)} />
      ) : (
        <Table
          caption={t('caption', { merchant })}
          rows={authorizations}
          rowKey={({ code }) => code}
          columns={await authorizationColumns()}
        />
      )}
      <Pagination
        previous={newer && authorizationsPath(filter, { after: newer })}
        next={older && authorizationsPath(filter, { before: older })}
      />
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
