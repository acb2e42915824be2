import { ChevronLeft, FileClock } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ConfirmImport } from '@/app/_components/import/confirm-import'
import { ImportPreview } from '@/app/_components/import/import-preview'
import { Missing } from '@/app/_components/missing'
import { FileLinks } from '@/components/ui/file-links'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import { type ArticleColumn, articleColumns } from '@/lib/catalog/article-lines'
import { articlesBase } from '@/lib/catalog/articles'
import { previewArticles } from '@/lib/catalog/upload-articles'
import type { ImportPlan } from '@/lib/imports/plan-import'
import { previewFilterOf } from '@/lib/imports/preview'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { ClientTexts } from '@/lib/web/client-texts'
import type { SearchParams } from '@/lib/web/search-params'
import { type AtWork, memberAccess } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'
import { idOf } from '../../../integrations/id-of'
import { confirmImportAction, dropImportAction } from '../../actions'

const importPath = `${articlesBase}/import`

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('imports'))('articles.previewTitle') }
}

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams }

export default async function PreviewPage({ params, searchParams }: Props) {
  const access = await memberAccess('merchant.catalog.manage')
  if (!access.granted) return <Missing what={access.missing} />
  const plan = await planOrGone(access.ctx, idOf((await params).id) ?? notFound())
  if (typeof plan === 'string') return <Gone code={plan} />
  const t = await translations('imports')
  const { time } = await pageFormats()
  const base = `${importPath}/${plan.id}`
  const { added, changed, refused } = plan.counts
  const names = Object.keys(articleColumns) as ArticleColumn[]
  return (
    <ClientTexts namespaces={['imports']}>
      <PageHeader
        above={<Back />}
        title={t('articles.previewTitle')}
        lead={
          <>
            <span className="break-all text-ink">{plan.fileName}</span> · {t('expires', { time: time(plan.expiresAt) })}
          </>
        }
        actions={
          <ConfirmImport
            importId={plan.id}
            seal={plan.seal}
            counts={plan.counts}
            confirm={confirmImportAction}
            drop={dropImportAction}
            donePath={articlesBase}
            doneText={t('articles.done', { added, changed })}
          />
        }
      />
      {added + changed === 0 ? <Notice title={t('nothingTitle')}>{t('nothingText')}</Notice> : null}
      <NewCategories plan={plan} />
      {refused === 0 ? null : (
        <Notice tone="warning" action={<FileLinks href={`${base}/refused`} />}>
          {t('confirmNote', { refused })}
        </Notice>
      )}
      <ImportPreview
        plan={plan}
        base={base}
        filter={previewFilterOf(await searchParams)}
        caption={t('articles.previewCaption', { file: plan.fileName })}
        columns={names.map((name) => ({ name, label: t(`columns.${name}`) }))}
      />
    </ClientTexts>
  )
}

/** The plan, or why there is none any more. */
async function planOrGone(ctx: AtWork, id: number): Promise<ImportPlan | string> {
  try {
    return await previewArticles(ctx, id)
  } catch (error) {
    if (!(error instanceof OfficeFault)) throw error
    if (error.code === 'not_found') notFound()
    return error.code
  }
}

async function Back() {
  const t = await translations('imports')
  return (
    <ButtonLink
      variant="ghost"
      size="small"
      href={importPath}
      icon={<ChevronLeft aria-hidden />}
      className="-ml-2.5 self-start"
    >
      {t('articles.title')}
    </ButtonLink>
  )
}

async function Gone({ code }: { code: string }) {
  const t = await translations('imports')
  const catalog = await translations('catalog')
  return (
    <>
      <PageHeader above={<Back />} title={t('articles.title')} />
      <EmptyState
        icon={<FileClock aria-hidden />}
        title={code === 'import_applied' ? t('appliedTitle') : t('goneTitle')}
        action={<ButtonLink href={articlesBase}>{catalog('title')}</ButtonLink>}
      >
        {code === 'import_applied' ? null : t('goneText')}
      </EmptyState>
    </>
  )
}

const namesShown = 8

async function NewCategories({ plan }: { plan: ImportPlan }) {
  const t = await translations('imports')
  const { list, number } = await pageFormats()
  const names = plan.remarks.map(({ values }) => String(values?.name ?? ''))
  if (names.length === 0) return null
  const shown = list(names.slice(0, namesShown).map((name) => `«${name}»`))
  const more = names.length - namesShown
  const said = more > 0 ? t('articles.remarks.category_added_more', { names: shown, more: number(more) }) : shown
  return <Notice tone="info">{t('articles.remarks.category_added', { count: names.length, names: said })}</Notice>
}
