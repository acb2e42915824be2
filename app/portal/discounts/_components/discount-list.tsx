import { Plus, Tag } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Filters, SearchFilter, SelectFilter } from '@/components/ui/filters'
import { ButtonLink, Link } from '@/components/ui/link'
import { NothingFound } from '@/components/ui/nothing-found'
import { Pagination } from '@/components/ui/pagination'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { OfficeContext } from '@/lib/context'
import { type DiscountFilter, discountsHome, discountsPath, narrowedBy } from '@/lib/discounts/filter'
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
  return (
    <ClientTexts namespaces={['discounts']}>
      <Filters
        label={t('filters')}
        action={discountsHome}
        address={discountsPath(filter)}
        // The search counts too: here it is one of the fields.
        narrowed={narrowedBy(filter) + (filter.search === '' ? 0 : 1)}
      >
        <SearchFilter label={t('search')} value={filter.search} />
        <SelectFilter
          name="status"
          label={t('status')}
          all={t('anyStatus')}
          value={filter.status}
          options={shownStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
      </Filters>
      {discounts.length === 0 ? (
        <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={discountsHome} />
      ) : (
        <DiscountTable words={{ t, formats }} discounts={discounts} caption={t('caption', { merchant })} />
      )}
      <Pagination
        previous={newerThan === undefined ? undefined : discountsPath(filter, { after: newerThan })}
        next={olderThan === undefined ? undefined : discountsPath(filter, { before: olderThan })}
      />
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

function DiscountTable(props: { words: Words; discounts: readonly DiscountView[]; caption: string }) {
  const { words } = props
  const { t } = words
  return (
    <Table
      caption={props.caption}
      rows={props.discounts}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          label: t('columns.name'),
          heading: true,
          cell: (discount) => (
            <div className="flex min-w-0 flex-col gap-0.5 sm:min-w-48">
              <Link href={`${discountsHome}/${discount.id}`} className="wrap-anywhere">
                <bdi>{discount.name}</bdi>
              </Link>
              <span className="text-sm font-normal wrap-anywhere text-muted">
                {worthText(words, discount)} · {scopeText(words, discount)}
              </span>
            </div>
          ),
        },
        {
          key: 'status',
          label: t('columns.status'),
          cell: ({ shownStatus }) => <StatusBadge words={words} status={shownStatus} />,
        },
        { key: 'validity', label: t('columns.validity'), cell: (discount) => validityText(words, discount) },
        {
          key: 'use',
          label: t('columns.use'),
          cell: (discount) => <LimitMeters words={words} discount={discount} />,
        },
        {
          key: 'companies',
          label: t('columns.companies'),
          cell: ({ companies }) => t('companies', { count: companies }),
        },
        {
          key: 'actions',
          label: t('columns.actions'),
          actions: true,
          cell: (discount) => <DiscountActions target={targetOf(discount)} look="menu" />,
        },
      ]}
    />
  )
}
