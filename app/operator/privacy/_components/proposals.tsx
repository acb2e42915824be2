import { Download } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { buttonClasses } from '@/components/ui/button-classes'
import { Section } from '@/components/ui/layout'
import { type Column, Table } from '@/components/ui/table'
import { showDecider } from '@/lib/approvals/four-eyes'
import type { OperatorContext } from '@/lib/context'
import { exportPath } from '@/lib/privacy/cases'
import { downloadHours } from '@/lib/privacy/downloads'
import { listProposalsOf, type ProposedFor, showErasureEffect } from '@/lib/privacy/propose-for-case'
import type { ShownCase } from '@/lib/privacy/show-cases'
import { pageFormats, translations } from '@/lib/web/translations'
import { Act } from '../../_components/act'
import { approvalTones } from '../../_components/approval-tones'
import { confirmDownloadAction, proposeForCaseAction } from '../actions'

type Props = {
  ctx: OperatorContext & { readonly now: () => Date }
  of: ShownCase
  kind: ProposedFor
  needsCode: boolean
}

/** The export or the erasure that a case asks for: proposed by one person, carried out by another, and here what became of it. */
export async function Proposals({ ctx, of, kind, needsCode }: Props) {
  const proposals = await listProposalsOf(ctx, of.id)
  const [t, approvals] = await Promise.all([translations('privacy'), translations('approvals')])
  const held = of.people.filter(({ erasedAt }) => erasedAt === null)
  const mayPropose = of.state === 'open' && held.length > 0 && !proposals.some(({ state }) => state === 'waiting')
  return (
    <Section
      title={t(`proposals.${kind}.title`)}
      lead={t(`proposals.${kind}.lead`)}
      actions={
        mayPropose ? (
          <Act
            words={{
              open: t(`proposals.${kind}.open`),
              title: t(`proposals.${kind}.open`),
              lead: approvals(`deciders.${await showDecider(ctx)}`),
              points: kind === 'access' ? await contentsOf() : await effectOf(ctx, held),
              submit: t('proposals.submit'),
              done: t('proposals.done'),
              code: t('code'),
              codeHint: t('codeHint'),
            }}
            entries={{ caseId: of.id }}
            action={proposeForCaseAction}
            danger={kind === 'cancellation'}
            needsCode={needsCode}
          />
        ) : undefined
      }
    >
      {proposals.length === 0 ? (
        <p className="text-sm text-muted">{t('proposals.none')}</p>
      ) : (
        <ProposalTable
          proposals={proposals}
          caption={t(`proposals.${kind}.title`)}
          caseId={of.id}
          needsCode={needsCode}
        />
      )}
    </Section>
  )
}

/** What an export has, and who may have it. */
async function contentsOf(): Promise<string[]> {
  const t = await translations('privacy')
  return [
    t('proposals.export.contents'),
    t('proposals.export.who', { hours: String(downloadHours) }),
    t('proposals.export.trail'),
  ]
}

/** What the erasure would do at this moment, in numbers. */
async function effectOf(ctx: OperatorContext, held: ShownCase['people']): Promise<string[]> {
  const effect = await showErasureEffect(
    ctx,
    held.map(({ collaboratorId }) => collaboratorId),
  )
  const t = await translations('privacy')
  return [
    t('proposals.effect.companies', { count: effect.companies }),
    t('proposals.effect.consumptions', { count: effect.consumptions }),
    t('proposals.effect.reservations', { count: effect.reservations }),
    t('proposals.effect.sessions', { count: effect.sessions }),
    t('proposals.effect.again'),
  ]
}

type Proposal = Awaited<ReturnType<typeof listProposalsOf>>[number]

type TableProps = { proposals: readonly Proposal[]; caption: string; caseId: number; needsCode: boolean }

async function ProposalTable({ proposals, caption, caseId, needsCode }: TableProps) {
  const [t, approvals, { dateTime }] = await Promise.all([
    translations('privacy'),
    translations('approvals'),
    pageFormats(),
  ])
  const files: Column<Proposal> = {
    ...{ key: 'file', label: t('proposals.download.column') },
    cell: ({ id, downloadUntil }) =>
      downloadUntil === undefined ? '—' : <Downloads caseId={caseId} approvalId={id} needsCode={needsCode} />,
    below: ({ downloadUntil }) =>
      downloadUntil === undefined ? null : t('proposals.download.until', { at: dateTime(downloadUntil) }),
  }
  return (
    <Table
      caption={caption}
      rows={proposals}
      rowKey={({ id }) => id}
      columns={[
        {
          ...{ key: 'proposed', label: approvals('columns.proposer'), heading: true },
          cell: ({ proposerName }) => <bdi>{proposerName}</bdi>,
          below: ({ proposedAt }) => dateTime(proposedAt),
        },
        {
          ...{ key: 'state', label: approvals('columns.state') },
          cell: ({ state }) => <Badge tone={approvalTones[state]}>{approvals(`states.${state}`)}</Badge>,
        },
        {
          ...{ key: 'decided', label: approvals('columns.decider') },
          cell: ({ deciderName }) => deciderName ?? '—',
          below: ({ decidedAt }) => (decidedAt === null ? null : dateTime(decidedAt)),
        },
        ...(proposals.some(({ downloadUntil }) => downloadUntil !== undefined) ? [files] : []),
      ]}
    />
  )
}

/** The files of an export, as plain links, because they lead to no page; whoever gave no code of late is asked for one first. */
async function Downloads(props: { caseId: number; approvalId: number; needsCode: boolean }) {
  const { caseId, approvalId, needsCode } = props
  const t = await translations('privacy')
  if (needsCode) {
    const words = {
      open: t('proposals.download.open'),
      title: t('proposals.download.title'),
      lead: t('proposals.download.lead'),
      submit: t('proposals.download.submit'),
      done: t('proposals.download.done'),
      code: t('code'),
      codeHint: t('codeHint'),
    }
    return <Act words={words} entries={{ caseId }} action={confirmDownloadAction} needsCode small />
  }
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {(['json', 'pdf'] as const).map((format) => (
        <a key={format} href={exportPath(caseId, approvalId, format)} className={buttonClasses({ size: 'small' })}>
          <Download aria-hidden />
          <span className="sr-only">{t('proposals.download.link')}</span>
          {t(`proposals.download.${format}`)}
        </a>
      ))}
    </div>
  )
}
