import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PreviewGone, PreviewPage, planOrGone } from '@/app/_components/import/preview-page'
import { Missing } from '@/app/_components/missing'
import { BackLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { articlesBase } from '@/lib/catalog/articles'
import { type ArticleColumn, articleColumns } from '@/lib/catalog/lines'
import { type ImportView, previewFilterOf } from '@/lib/imports/preview'
import { withFile } from '@/lib/web/file-pools'
import { idOf } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { confirmImportAction, dropImportAction } from '../actions'

const importPath = `${articlesBase}/import`

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('imports'))('articles.previewTitle') }
}

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams }

export default async function ArticlesPreviewPage({ params, searchParams }: Props) {
  const access = await merchantSections.catalog.access()
  if (!access.granted) return <Missing access={access} />
  const id = idOf((await params).id) ?? notFound()
  const filter = previewFilterOf(await searchParams)
  const plan = await planOrGone(withFile('previewArticles', access.ctx, { id, filter }))
  const t = await translations('imports')
  const title = t('articles.title')
  const above = <BackLink href={importPath}>{title}</BackLink>
  if (typeof plan === 'string') {
    const list = { href: articlesBase, title: (await translations('catalog'))('title') }
    return <PreviewGone code={plan} above={above} title={title} list={list} here={`${importPath}/${id}`} />
  }
  const { added, changed } = plan.counts
  const names = Object.keys(articleColumns) as ArticleColumn[]
  return (
    <PreviewPage
      plan={plan}
      filter={filter}
      list={articlesBase}
      above={above}
      title={t('articles.previewTitle')}
      caption={t('articles.previewCaption', { file: plan.fileName })}
      columns={names.map((name) => ({ name, label: t(`columns.${name}`) }))}
      remarks={<NewCategories plan={plan} />}
      refusedHref={`${importPath}/${plan.id}/refused`}
      confirm={confirmImportAction}
      drop={dropImportAction}
      doneText={t('articles.done', { added, changed })}
    />
  )
}

const namesShown = 8

async function NewCategories({ plan }: { plan: ImportView }) {
  const [t, ui] = await Promise.all([translations('imports'), translations('ui')])
  const { list, number } = await pageFormats()
  const names = plan.remarks.map(({ values }) => String(values?.name ?? ''))
  if (names.length === 0) return null
  const shown = list(names.slice(0, namesShown).map((text) => ui('quoted', { text })))
  const more = plan.remarksInAll - namesShown
  const said = more > 0 ? t('articles.remarks.category_added_more', { names: shown, more: number(more) }) : shown
  return <Notice tone="info">{t('articles.remarks.category_added', { count: plan.remarksInAll, names: said })}</Notice>
}
