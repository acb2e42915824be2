import { FileClock } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageHeader } from '@/components/ui/layout'
import { BackLink, ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import { collaboratorsHome } from '@/lib/collaborators/filter'
import { type CollaboratorColumn, collaboratorColumns } from '@/lib/collaborators/lines'
import { previewCollaborators } from '@/lib/collaborators/upload-collaborators'
import type { ImportPlan } from '@/lib/imports/plan-import'
import { previewFilterOf } from '@/lib/imports/preview'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { ClientTexts } from '@/lib/web/client-texts'
import { pageLanguage } from '@/lib/web/language'
import type { SearchParams } from '@/lib/web/search-params'
import { type AtCompany, companyAccess } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'
import { ConfirmImport } from '../../../../_components/import/confirm-import'
import { ImportPreview } from '../../../../_components/import/import-preview'
import { Missing } from '../../../../_components/missing'
import { idOf } from '../../../../portal/integrations/id-of'
import { confirmPeopleImport, dropPeopleImport } from '../../actions'

const importPath = `${collaboratorsHome}/import`

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('collaborators'))('import.previewTitle'),
})

type Props = { params: Promise<{ id: string }>; searchParams: SearchParams }

export default async function PreviewPage({ params, searchParams }: Props) {
  const access = await companyAccess('company.collaborators.manage')
  if (!access.granted) return <Missing what={access.missing} of="company" />
  const plan = await planOrGone(access.ctx, idOf((await params).id) ?? notFound())
  if (typeof plan === 'string') return <Gone code={plan} />
  const [t, imports, { time, list }] = await Promise.all([
    translations('collaborators'),
    translations('imports'),
    pageFormats(),
  ])
  const language = await pageLanguage()
  const { added, changed, refused } = plan.counts
  const types = plan.remarks.map(({ values }) => `«${values?.name ?? ''}»`)
  // Who the line is about comes first: its names head the card on a phone.
  const names: CollaboratorColumn[] = ['firstName', 'lastName', 'identification', 'type', 'email', 'active']
  return (
    <ClientTexts namespaces={['imports']}>
      <PageHeader
        above={<Back />}
        title={t('import.previewTitle')}
        lead={
          <>
            <span className="break-all text-ink">{plan.fileName}</span> ·{' '}
            {imports('expires', { time: time(plan.expiresAt) })}
          </>
        }
        actions={
          <ConfirmImport
            importId={plan.id}
            seal={plan.seal}
            counts={plan.counts}
            confirm={confirmPeopleImport}
            drop={dropPeopleImport}
            donePath={collaboratorsHome}
            doneText={t('import.done', { added, changed })}
          />
        }
      />
      {added + changed === 0 ? <Notice title={imports('nothingTitle')}>{imports('nothingText')}</Notice> : null}
      {types.length === 0 ? null : (
        <Notice tone="info">{t('import.newTypes', { count: types.length, names: list(types.slice(0, 10)) })}</Notice>
      )}
      {refused === 0 ? null : <Notice tone="warning">{imports('confirmNote', { refused })}</Notice>}
      <ImportPreview
        plan={plan}
        base={`${importPath}/${plan.id}`}
        filter={previewFilterOf(await searchParams)}
        caption={t('import.previewCaption', { file: plan.fileName })}
        columns={names.map((name) => ({ name, label: collaboratorColumns[name][language] }))}
      />
    </ClientTexts>
  )
}

/** The plan, or why there is none any more. */
async function planOrGone(ctx: AtCompany, id: number): Promise<ImportPlan | string> {
  try {
    return await previewCollaborators(ctx, id)
  } catch (error) {
    if (!(error instanceof OfficeFault)) throw error
    if (error.code === 'not_found') notFound()
    return error.code
  }
}

async function Back() {
  const t = await translations('collaborators')
  return <BackLink href={importPath}>{t('import.title')}</BackLink>
}

async function Gone({ code }: { code: string }) {
  const [t, imports] = [await translations('collaborators'), await translations('imports')]
  return (
    <>
      <PageHeader above={<Back />} title={t('import.title')} />
      <EmptyState
        icon={<FileClock aria-hidden />}
        title={code === 'import_applied' ? imports('appliedTitle') : imports('goneTitle')}
        action={<ButtonLink href={collaboratorsHome}>{t('title')}</ButtonLink>}
      >
        {code === 'import_applied' ? null : imports('goneText')}
      </EmptyState>
    </>
  )
}
