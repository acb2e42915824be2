import { FileClock } from 'lucide-react'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { FileLinks } from '@/app/_components/list/file-links'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink, Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import type { Counts } from '@/lib/imports/fingerprint'
import { type ImportView, type PreviewFilter, previewPath } from '@/lib/imports/preview'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { textOfCode } from '@/lib/language/text-of-code'
import type { Action } from '@/lib/web/action'
import { pageFormats, translations } from '@/lib/web/translations'
import { ConfirmImport } from './confirm-import'
import { ImportPreview } from './import-preview'

type Props = {
  plan: ImportView
  filter: PreviewFilter
  /** The address of the list that the file changes: the preview is below it, by `import/<id>`. */
  list: string
  /** Where the reader goes when the file was applied; the list when absent. */
  doneHref?: string
  above: ReactNode
  title: string
  caption: string
  /** The columns of this kind of import, with their names in the reader's language; the first one names the line. */
  columns: readonly { readonly name: string; readonly label: string }[]
  /** Says what applying the file creates besides its lines, such as categories. */
  remarks: ReactNode
  /** The address of a file of the refused lines, for a kind that has one. */
  refusedHref?: string
  confirm: Action<Counts>
  drop: Action<undefined>
  doneText: string
}

/** What an uploaded file would change, for the reader to apply or discard. */
export async function PreviewPage({ plan, filter, list, remarks, refusedHref, ...kind }: Props) {
  const t = await translations('imports')
  const { time } = await pageFormats()
  const { added, changed, refused, warned } = plan.counts
  const base = `${list}/import/${plan.id}`
  return (
    <ClientTexts namespaces={['imports']}>
      <PageHeader
        above={kind.above}
        title={kind.title}
        lead={
          <>
            <span className="break-all text-ink">{plan.fileName}</span> · {t('expires', { time: time(plan.expiresAt) })}
          </>
        }
        actions={
          <ConfirmImport
            importId={plan.id}
            fingerprint={plan.fingerprint}
            counts={plan.counts}
            confirm={kind.confirm}
            drop={kind.drop}
            donePath={kind.doneHref ?? list}
            dropPath={list}
            doneText={kind.doneText}
          />
        }
      />
      {added + changed === 0 ? <Notice title={t('nothingTitle')}>{t('nothingText')}</Notice> : null}
      {remarks}
      {refused === 0 ? null : (
        <Notice tone="warning" action={refusedHref === undefined ? null : <FileLinks href={refusedHref} />}>
          {t('confirmNote', { refused })}
        </Notice>
      )}
      {warned === 0 || filter.show === 'warned' ? null : (
        <Notice tone="warning" action={<Link href={previewPath(base, 'warned')}>{t('warnedSee')}</Link>}>
          {t('warnedNote', { warned })}
        </Notice>
      )}
      <ImportPreview plan={plan} base={base} filter={filter} caption={kind.caption} columns={kind.columns} />
    </ClientTexts>
  )
}

/** The plan of a file, or the code that says why it cannot be shown; a 404 for a file that never was the reader's. */
export async function planOrGone(plan: Promise<ImportView>): Promise<ImportView | string> {
  try {
    return await plan
  } catch (error) {
    if (!(error instanceof OfficeFault)) throw error
    if (error.code === 'not_found') notFound()
    return error.code
  }
}

/** Says that the file of a preview was applied, has expired, or has to wait; `code` is what `planOrGone` returned. */
export async function PreviewGone(props: {
  code: string
  above: ReactNode
  title: string
  list: { readonly href: string; readonly title: string }
  /** The address of the preview. */
  here: string
}) {
  const t = await translations('imports')
  const { code, list } = props
  const isOver = code === 'import_applied' || code === 'import_expired'
  const title = code === 'import_applied' ? t('appliedTitle') : isOver ? t('goneTitle') : t('laterTitle')
  const text = isOver ? t('goneText') : (textOfCode(t, `faults.${code}`) ?? t('faults.unexpected'))
  return (
    <>
      <PageHeader above={props.above} title={props.title} />
      <EmptyState
        icon={<FileClock aria-hidden />}
        title={title}
        action={
          isOver ? (
            <ButtonLink href={list.href}>{list.title}</ButtonLink>
          ) : (
            <ButtonLink href={props.here}>{t('again')}</ButtonLink>
          )
        }
      >
        {code === 'import_applied' ? null : text}
      </EmptyState>
    </>
  )
}
