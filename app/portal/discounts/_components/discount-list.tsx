import { Plus, Tag } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { ListTools } from '@/app/_components/list/list-tools'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/portal/views/of-list'
import { ButtonLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import type { OfficeContext } from '@/lib/context'
import { type DiscountFilter, discountsHome, discountsPath } from '@/lib/discounts/filter'
import { listDiscounts } from '@/lib/discounts/list-discounts'
import { shownStatuses } from '@/lib/discounts/status'
import type { DiscountView } from '@/lib/discounts/views'
import { pageFormats, translations } from '@/lib/web/translations'
import { DiscountActions } from './discount-actions'
import { targetOf } from './target'
import { LimitMeters, StatusBadge, scopeText, validityText, type Words, worthText } from './words'

type Props = { ctx: OfficeContext; filter: DiscountFilter; merchant: string }

/** A merchant's discounts, with their filters and pages. */
export async function DiscountList({ ctx, filter, merchant }: Props) {
  const [{ discounts, isNarrowed, newerThan, olderThan }, t, formats] = await Promise.all([
    listDiscounts(ctx, filter),
    translations('discounts'),
    pageFormats(),
  ])
  if (discounts.length === 0 && !isNarrowed) return <Nothing />
  const view = viewOf(filter, discountsPath)
  const columns = discountColumns({ t, formats })
  return (
    <ClientTexts namespaces={['discounts']}>
      <FilterBar
        label={t('filters')}
        page={discountsHome}
        address={discountsPath(filter)}
        search={{ label: t('search'), value: filter.search }}
        fields={[
          {
            kind: 'select',
            name: 'status',
            label: t('status'),
            all: t('anyStatus'),
            value: filter.status,
            options: shownStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
        ]}
        tools={<ListTools views={viewsOf(ctx, 'discounts')} view={view} columns={columns} />}
      />
      {discounts.length === 0 ? (
        <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={discountsHome} />
      ) : (
        <ListTable
          view={view}
          caption={t('caption', { merchant })}
          rows={discounts}
          rowKey={({ id }) => id}
          hrefOf={({ id }) => `${discountsHome}/${id}`}
          columns={columns}
        />
      )}
      {discounts.length === 0 ? null : (
        <ListFoot
          view={view}
          previous={newerThan === undefined ? undefined : discountsPath(filter, { after: newerThan })}
          next={olderThan === undefined ? undefined : discountsPath(filter, { before: olderThan })}
        />
      )}
    </ClientTexts>
  )
}

async function Nothing() {
  const t = await translations('discounts')
  return (
    <EmptyState
      icon={<Tag aria-hidden />}
      title={t('emptyTitle')}
      action={
        <ButtonLink variant="primary" href={`${discountsHome}/new`} icon={<Plus aria-hidden />}>
          {t('create')}
        </ButtonLink>
      }
    >
      {t('emptyText')}
    </EmptyState>
  )
}

function discountColumns(words: Words): readonly Column<DiscountView>[] {
  const { t } = words
  return [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      className: 'lg:max-w-64',
      cell: ({ name }) => <bdi>{name}</bdi>,
      below: (discount) => `${worthText(words, discount)} · ${scopeText(words, discount)}`,
    },
    {
      key: 'status',
      label: t('columns.status'),
      phone: 'end',
      cell: ({ shownStatus }) => <StatusBadge words={words} status={shownStatus} />,
    },
    {
      key: 'validity',
      label: t('columns.validity'),
      phone: 'below',
      className: 'text-xs sm:whitespace-normal!',
      cell: (discount) => validityText(words, discount),
    },
    {
      key: 'use',
      label: t('columns.use'),
      className: 'lg:max-w-72 [&_span]:text-xs!',
      cell: (discount) => <LimitMeters words={words} discount={discount} />,
    },
    {
      key: 'companies',
      label: t('columns.companies'),
      phone: 'below-end',
      cell: ({ companies }) => t('companies', { count: companies }),
    },
    {
      key: 'actions',
      label: t('columns.actions'),
      actions: true,
      cell: (discount) => <DiscountActions target={targetOf(discount)} />,
    },
  ]
}
