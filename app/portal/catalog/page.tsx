import { Plus } from 'lucide-react'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { ListPage } from '@/app/_components/list/list-page'
import { Missing } from '@/app/_components/missing'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { articleFilterOf, articlesPath } from '@/lib/catalog/articles'
import { listCategories } from '@/lib/catalog/list-articles'
import { textOf } from '@/lib/kernel/address'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { ArticleList } from './_components/article-list'
import { CatalogHeader } from './_components/catalog-header'
import { NewArticle } from './_components/new-article'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('catalog'))('title') }
}

export default async function CatalogPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.catalog.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const asked = await searchParams
  const filter = articleFilterOf(asked)
  const categories = await listCategories(ctx)
  return (
    <ClientTexts namespaces={['catalog']}>
      <ListPage>
        <CatalogHeader part="articles" action={<NewArticle icon={<Plus aria-hidden />} categories={categories} />} />
        <Suspense fallback={<ListSkeleton rows={8} />}>
          <ArticleList
            key={articlesPath(filter, filter)}
            ctx={ctx}
            filter={filter}
            merchant={ctx.session.membership?.name ?? ''}
            tooMany={textOf(asked, 'file') === 'too_many'}
          />
        </Suspense>
      </ListPage>
    </ClientTexts>
  )
}
