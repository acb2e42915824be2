import { FileUp, PackageSearch } from 'lucide-react'
import { FileLinks, TooManyRows } from '@/components/ui/file-links'
import { Filters, SearchFilter, SelectFilter } from '@/components/ui/filters'
import { ButtonLink } from '@/components/ui/link'
import { NothingFound } from '@/components/ui/nothing-found'
import { Pagination } from '@/components/ui/pagination'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { CategoryRecord } from '@/db/queries/offices/article-categories'
import type { ArticleRecord } from '@/db/queries/offices/articles'
import { type ArticleFilter, articlesBase, articlesPath, isNarrowed, narrowedBy } from '@/lib/catalog/articles'
import { listArticles } from '@/lib/catalog/list-articles'
import type { OfficeContext } from '@/lib/context'
import { excelRowsMax } from '@/lib/files/write-excel'
import { pageFormats, translations } from '@/lib/web/translations'
import { ArticleActions } from './article-actions'

type Props = {
  ctx: Pick<OfficeContext, 'db' | 'member'>
  filter: ArticleFilter
  merchant: string
  /** Whether the reader asked for an Excel file that would be too big. */
  tooMany: boolean
}

/** The articles, with their filters and their pages. */
export async function ArticleList({ ctx, filter, merchant, tooMany }: Props) {
  const { articles, total, categories, previousBefore, nextAfter } = await listArticles(ctx, filter)
  const t = await translations('catalog')
  const { number } = await pageFormats()
  if (total === 0 && !isNarrowed(filter)) return <NoArticles />
  return (
    <>
      <ArticleFilters filter={filter} categories={categories} />
      {tooMany ? <TooManyRows max={number(excelRowsMax)} /> : null}
      {total === 0 ? (
        <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={articlesBase} />
      ) : (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted tabular-nums">{t('count', { count: total })}</p>
            <FileLinks href={articlesPath(filter, {}, `${articlesBase}/file`)} />
          </div>
          <ArticleTable articles={articles} categories={categories} caption={t('caption', { merchant })} />
        </div>
      )}
      <Pagination
        previous={previousBefore === undefined ? undefined : articlesPath(filter, { before: previousBefore })}
        next={nextAfter === undefined ? undefined : articlesPath(filter, { after: nextAfter })}
      />
    </>
  )
}

async function NoArticles() {
  const t = await translations('catalog')
  return (
    <EmptyState
      icon={<PackageSearch aria-hidden />}
      title={t('emptyTitle')}
      action={
        <ButtonLink variant="primary" href={`${articlesBase}/import`} icon={<FileUp aria-hidden />}>
          {t('import')}
        </ButtonLink>
      }
    >
      {t('emptyText')}
    </EmptyState>
  )
}

async function ArticleFilters({
  filter,
  categories,
}: {
  filter: ArticleFilter
  categories: readonly CategoryRecord[]
}) {
  const t = await translations('catalog')
  return (
    <Filters
      label={t('filters')}
      action={articlesBase}
      address={articlesPath(filter)}
      narrowed={narrowedBy(filter)}
      search={<SearchFilter label={t('search')} value={filter.search} />}
    >
      <SelectFilter
        name="category"
        label={t('category')}
        all={t('allCategories')}
        value={filter.category === undefined ? undefined : String(filter.category)}
        options={[
          { value: 'none', label: t('noCategory') },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </Filters>
  )
}

async function ArticleTable(props: {
  articles: readonly ArticleRecord[]
  categories: readonly CategoryRecord[]
  caption: string
}) {
  const t = await translations('catalog')
  const categories = props.categories.map(({ id, name }) => ({ id, name }))
  return (
    <Table
      caption={props.caption}
      rows={props.articles}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'sku',
          label: t('sku'),
          heading: true,
          cell: ({ sku }) => <span className="font-mono text-sm break-all whitespace-pre-wrap">{sku}</span>,
        },
        { key: 'name', label: t('name'), cell: ({ name }) => name, className: 'break-words' },
        {
          key: 'category',
          label: t('category'),
          cell: ({ categoryName }) => categoryName ?? <span className="text-muted">{t('noCategory')}</span>,
          className: 'break-words',
        },
        {
          key: 'actions',
          label: t('actions'),
          actions: true,
          cell: (article) => <ArticleActions article={article} categories={categories} />,
        },
      ]}
    />
  )
}
