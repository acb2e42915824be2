import type { Metadata } from 'next'
import { UploadPage } from '@/app/_components/import/upload-page'
import { Missing } from '@/app/_components/missing'
import { BackLink } from '@/components/ui/link'
import { articlesBase } from '@/lib/catalog/articles'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('imports'))('articles.title') }
}

export default async function ImportPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.catalog.access()
  if (!access.granted) return <Missing access={access} />
  const t = await translations('imports')
  const catalog = await translations('catalog')
  return (
    <UploadPage
      list={articlesBase}
      above={<BackLink href={articlesBase}>{catalog('title')}</BackLink>}
      title={t('articles.title')}
      lead={t('articles.lead')}
      how={{
        title: t('articles.howTitle'),
        template: t('articles.template'),
        points: (['columns', 'sku', 'category', 'again'] as const).map((point) => t(`articles.how.${point}`)),
      }}
      searchParams={searchParams}
    />
  )
}
