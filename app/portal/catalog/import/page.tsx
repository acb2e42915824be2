import { ChevronLeft } from 'lucide-react'
import type { Metadata } from 'next'
import { uploadFaultOf } from '@/app/_components/import/upload-fault'
import { UploadForm } from '@/app/_components/import/upload-form'
import { Missing } from '@/app/_components/missing'
import { FileLinks } from '@/components/ui/file-links'
import { Card, PageHeader, Section } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { articlesBase } from '@/lib/catalog/articles'
import { fileLimits } from '@/lib/files/limits'
import { ClientTexts } from '@/lib/web/client-texts'
import type { SearchParams } from '@/lib/web/search-params'
import { memberAccess } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('imports'))('articles.title') }
}

export default async function ImportPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await memberAccess('merchant.catalog.manage')
  if (!access.granted) return <Missing what={access.missing} />
  const t = await translations('imports')
  const catalog = await translations('catalog')
  const { number } = await pageFormats()
  return (
    <ClientTexts namespaces={['imports']}>
      <PageHeader
        above={
          <ButtonLink
            variant="ghost"
            size="small"
            href={articlesBase}
            icon={<ChevronLeft aria-hidden />}
            className="-ml-2.5 self-start"
          >
            {catalog('title')}
          </ButtonLink>
        }
        title={t('articles.title')}
        lead={t('articles.lead')}
      />
      <Card>
        <UploadForm
          action={`${articlesBase}/import/upload`}
          fault={uploadFaultOf(await searchParams)}
          megabytesMax={fileLimits.bytesMax / 1024 / 1024}
          rowsMax={number(fileLimits.rowsMax)}
        />
      </Card>
      <Section
        title={t('articles.howTitle')}
        actions={
          <div className="flex flex-wrap items-center gap-3">
            <span className="text-sm text-muted">{t('articles.template')}</span>
            <FileLinks href={`${articlesBase}/template`} />
          </div>
        }
      >
        <ul className="flex max-w-[75ch] list-disc flex-col gap-2 pl-5 text-sm text-pretty marker:text-muted">
          {(['columns', 'sku', 'category', 'again'] as const).map((point) => (
            <li key={point}>{t(`articles.how.${point}`)}</li>
          ))}
        </ul>
      </Section>
    </ClientTexts>
  )
}
