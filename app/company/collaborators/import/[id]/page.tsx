import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PreviewGone, PreviewPage, planOrGone } from '@/app/_components/import/preview-page'
import { Missing } from '@/app/_components/missing'
import { BackLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { collaboratorFilterOf, collaboratorsHome, collaboratorsPath } from '@/lib/collaborators/filter'
import { type CollaboratorColumn, collaboratorColumns } from '@/lib/collaborators/lines'
import { type ImportView, previewFilterOf } from '@/lib/imports/preview'
import { companySections } from '@/lib/web/company-office'
import { withFile } from '@/lib/web/file-pools'
import { idOf } from '@/lib/web/id-of'
import { pageLanguage } from '@/lib/web/language'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { confirmPeopleImport, dropPeopleImport } from '../../actions'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('collaborators'))('import.previewTitle'),
})

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams }

export default async function PeoplePreviewPage({ params, searchParams }: Props) {
  const access = await companySections.collaborators.access()
  if (!access.granted) return <Missing access={access} />
  const id = idOf((await params).id) ?? notFound()
  const filter = previewFilterOf(await searchParams)
  const plan = await planOrGone(withFile('previewCollaborators', access.ctx, { id, filter }))
  const t = await translations('collaborators')
  const title = t('import.title')
  const above = <BackLink href={`${collaboratorsHome}/import`}>{title}</BackLink>
  if (typeof plan === 'string') {
    const list = { href: collaboratorsHome, title: t('title') }
    return (
      <PreviewGone code={plan} above={above} title={title} list={list} here={`${collaboratorsHome}/import/${id}`} />
    )
  }
  const language = await pageLanguage()
  const { added, changed } = plan.counts
  // The first name comes first: on a phone, the first column is the heading of the line's card.
  const names: CollaboratorColumn[] = ['firstName', 'lastName', 'identification', 'type', 'email', 'active']
  return (
    <PreviewPage
      plan={plan}
      filter={filter}
      list={collaboratorsHome}
      doneHref={added === 0 ? collaboratorsHome : collaboratorsPath({ ...collaboratorFilterOf({}), added: 'today' })}
      above={above}
      title={t('import.previewTitle')}
      caption={t('import.previewCaption', { file: plan.fileName })}
      columns={names.map((name) => ({ name, label: collaboratorColumns[name][language] }))}
      remarks={<NewTypes plan={plan} />}
      confirm={confirmPeopleImport}
      drop={dropPeopleImport}
      doneText={t('import.done', { added, changed })}
    />
  )
}

async function NewTypes({ plan }: { plan: ImportView }) {
  const [t, ui] = await Promise.all([translations('collaborators'), translations('ui')])
  const { list } = await pageFormats()
  const types = plan.remarks.map(({ values }) => ui('quoted', { text: String(values?.name ?? '') }))
  if (types.length === 0) return null
  const names = list(types)
  return <Notice tone="info">{t('import.newTypes', { count: plan.remarksInAll, names })}</Notice>
}
