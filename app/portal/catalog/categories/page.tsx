import { Plus, Tags } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { ListPage } from '@/app/_components/list/list-page'
import { Missing } from '@/app/_components/missing'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { articlesPath } from '@/lib/catalog/articles'
import { listCategories } from '@/lib/catalog/list-articles'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import { pageFormats, translations } from '@/lib/web/translations'
import { CatalogHeader } from '../_components/catalog-header'
import { CategoryActions } from '../_components/category-actions'
import { NewCategory } from '../_components/new-category'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('catalog'))('tabs.categories') }
}

export default async function CategoriesPage() {
  const access = await merchantSections.catalog.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('catalog')
  const { number } = await pageFormats()
  const categories = await listCategories(ctx)
  const merchant = ctx.session.membership?.name ?? ''
  const articlesOf = (id: number) => articlesPath({ search: undefined, category: id })
  return (
    <ClientTexts namespaces={['catalog']}>
      <ListPage>
        <CatalogHeader part="categories" action={<NewCategory icon={<Plus aria-hidden />} />} />
        {categories.length === 0 ? (
          <EmptyState icon={<Tags aria-hidden />} title={t('categories.emptyTitle')}>
            {t('categories.emptyText')}
          </EmptyState>
        ) : (
          <Table
            phone="lines"
            caption={t('categories.caption', { merchant })}
            rows={categories}
            rowKey={({ id }) => id}
            columns={[
              { key: 'name', label: t('name'), heading: true, cell: ({ name }) => name, className: 'break-words' },
              {
                key: 'articles',
                phone: 'end',
                phoneLabel: true,
                label: t('categories.articles'),
                align: 'right',
                cell: ({ id, articles }) =>
                  articles === 0 ? number(0) : <Link href={articlesOf(id)}>{number(articles)}</Link>,
              },
              {
                key: 'discounts',
                phone: 'below-end',
                phoneLabel: true,
                label: t('categories.discounts'),
                align: 'right',
                cell: ({ discounts }) => number(discounts),
              },
              {
                key: 'actions',
                label: t('actions'),
                actions: true,
                cell: (category) => <CategoryActions category={category} />,
              },
            ]}
          />
        )}
      </ListPage>
    </ClientTexts>
  )
}
