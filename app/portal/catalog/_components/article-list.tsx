import { FileUp, PackageSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileLinks } from '@/app/_components/list/file-links'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { ListTools } from '@/app/_components/list/list-tools'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/portal/views/of-list'
import { ButtonLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import type { CategoryRecord } from '@/db/queries/offices/article-categories'
import type { ArticleRecord } from '@/db/queries/offices/articles'
import { type ArticleFilter, articlesBase, articlesPath, isNarrowed } from '@/lib/catalog/articles'
import { listArticles } from '@/lib/catalog/list-articles'
import type { OfficeContext } from '@/lib/context'
import { translations } from '@/lib/web/translations'
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
  if (total === 0 && !isNarrowed(filter)) return <NoArticles />
  const view = viewOf(filter, articlesPath)
  const columns = await articleColumns(categories)
  return (
    <>
      <ArticleFilters
        filter={filter}
        categories={categories}
        tools={<ListTools views={viewsOf(ctx, 'articles')} view={view} columns={columns} />}
      />
      {tooMany ? <TooManyRows /> : null}
      {total === 0 ? (
        <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={articlesBase} />
      ) : (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted tabular-nums">{t('count', { count: total })}</p>
            <FileLinks href={articlesPath(filter, {}, `${articlesBase}/file`)} />
          </div>
          <ListTable
            view={view}
            caption={t('caption', { merchant })}
            rows={articles}
            sortable={['sku']}
            rowKey={({ id }) => id}
            columns={columns}
          />
        </div>
      )}
      {total === 0 ? null : (
        <ListFoot
          view={view}
          previous={previousBefore === undefined ? undefined : articlesPath(filter, { before: previousBefore })}
          next={nextAfter === undefined ? undefined : articlesPath(filter, { after: nextAfter })}
        />
      )}
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
  tools,
}: {
  filter: ArticleFilter
  categories: readonly CategoryRecord[]
  tools: ReactNode
}) {
  const t = await translations('catalog')
  return (
    <FilterBar
      label={t('filters')}
      page={articlesBase}
      address={articlesPath(filter)}
      search={{ label: t('search'), value: filter.search }}
      fields={[
        {
          kind: 'select',
          name: 'category',
          label: t('category'),
          all: t('allCategories'),
          value: filter.category === undefined ? undefined : String(filter.category),
          options: [
            { value: 'none', label: t('noCategory') },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ],
        },
      ]}
      tools={tools}
    />
  )
}

async function articleColumns(listed: readonly CategoryRecord[]): Promise<readonly Column<ArticleRecord>[]> {
  const t = await translations('catalog')
  const categories = listed.map(({ id, name }) => ({ id, name }))
  return [
    {
      key: 'sku',
      label: t('sku'),
      heading: true,
      cell: ({ sku }) => <span className="font-mono whitespace-pre">{sku}</span>,
    },
    { key: 'name', label: t('name'), phone: 'below', className: 'lg:max-w-96', cell: ({ name }) => name },
    {
      key: 'category',
      label: t('category'),
      phone: 'below-end',
      cell: ({ categoryName }) => categoryName ?? <span className="text-muted">{t('noCategory')}</span>,
    },
    {
      key: 'actions',
      label: t('actions'),
      actions: true,
      cell: (article) => <ArticleActions article={article} categories={categories} />,
    },
  ]
}
