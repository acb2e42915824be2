import { ClipboardCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { Badge } from '@/components/ui/badge'
import { Card, PageHeader, Section } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/relative-time'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { needsStepUp } from '@/lib/accounts/session'
import type { FourEyes } from '@/lib/approvals/four-eyes'
import { approvalAnchor, fourEyesPermission } from '@/lib/approvals/kinds'
import { type ApprovalView, listApprovals, type WaitingApproval } from '@/lib/approvals/list-approvals'
import type { Formats } from '@/lib/language/formats'
import { operatorSections } from '@/lib/web/operator-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { approvalTones } from '../_components/approval-tones'
import { approvalWords } from '../_components/approval-words'
import { Decision } from './_components/decision'
import { approveAction, refuseAction, switchFourEyesAction, withdrawApprovalAction } from './actions'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('approvals'))('title') })

type Words = {
  readonly t: Awaited<ReturnType<typeof translations<'approvals'>>>
  readonly formats: Formats
  /** What is proposed, and what would happen, in words. */
  readonly what: (one: ApprovalView) => string
  readonly now: (one: ApprovalView) => string
  readonly needsCode: boolean
}

export default async function ApprovalsPage() {
  const access = await operatorSections.approvals.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const [{ waiting, past, fourEyes }, t, formats, sentences] = await Promise.all([
    listApprovals(ctx),
    translations('approvals'),
    pageFormats(),
    approvalWords(),
  ])
  const words: Words = {
    t,
    formats,
    ...sentences,
    needsCode: needsStepUp(ctx.session),
  }
  const mayManage = ctx.member.permissions.includes(fourEyesPermission)
  return (
    <ClientTexts namespaces={['approvals']}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <FourEyesNotice fourEyes={fourEyes} mayManage={mayManage} words={words} />
      <Section title={t('waiting')}>
        {waiting.length === 0 ? (
          <EmptyState title={t('noneWaiting')} icon={<ClipboardCheck aria-hidden />}>
            {t('noneWaitingText')}
          </EmptyState>
        ) : (
          <ul className="flex flex-col gap-4">
            {waiting.map((one) => (
              <li key={one.id} id={approvalAnchor(one.id)}>
                <Waiting one={one} words={words} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {past.length === 0 ? null : <Past past={past} words={words} />}
    </ClientTexts>
  )
}

/** Off, they are said to be so by everybody's page; whoever runs the network alone may set them off. */
function FourEyesNotice({ fourEyes, mayManage, words }: { fourEyes: FourEyes; mayManage: boolean; words: Words }) {
  const { t, formats, needsCode } = words
  const { off, canBeOff } = fourEyes
  if (off) {
    const { by, at, reason } = off
    return (
      <Notice
        tone="warning"
        title={t('off.title')}
        action={
          mayManage ? <Decision decision="set_on" action={switchFourEyesAction} needsCode={needsCode} /> : undefined
        }
      >
        {t('off.text', { by: by ?? '', at: formats.dateTime(at), reason: reason ?? '' })}
      </Notice>
    )
  }
  if (!canBeOff) return null
  return (
    <Notice
      title={t('alone.title')}
      action={
        mayManage ? <Decision decision="set_off" action={switchFourEyesAction} needsCode={needsCode} /> : undefined
      }
    >
      {t('alone.text')}
    </Notice>
  )
}

const known = ['already_member', 'already_erased', 'case_ended', 'permission_not_yours', 'invitations_full'] as const

function Waiting({ one, words }: { one: WaitingApproval; words: Words }) {
  const { t, formats, needsCode } = words
  const what = words.what(one)
  const of = { approvalId: one.id, what, needsCode }
  const obstacle = known.find((code) => code === one.obstacle) ?? 'other'
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold break-words">{what}</h3>
        <p className="text-sm text-muted">
          {t('number', { id: String(one.id) })} · {one.isOwn ? t('byYou') : t('by', { name: one.proposer })}{' '}
          <RelativeTime moment={formats.moment(one.proposedAt)} /> · {t('expires')}{' '}
          <RelativeTime moment={formats.moment(one.expiresAt)} />
        </p>
      </div>
      {one.obstacle === null ? (
        <p className="max-w-[65ch] text-sm text-pretty">{words.now(one)}</p>
      ) : (
        <Notice tone="warning">{t(`obstacles.${obstacle}`)}</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {one.isOwn ? (
          <Decision decision="withdraw" action={withdrawApprovalAction} {...of} />
        ) : (
          <>
            {one.obstacle === null ? <Decision decision="approve" action={approveAction} {...of} /> : null}
            <Decision decision="refuse" action={refuseAction} {...of} />
          </>
        )}
      </div>
    </Card>
  )
}

function Past({ past, words: { t, formats, what } }: { past: readonly ApprovalView[]; words: Words }) {
  return (
    <Section title={t('past')} lead={t('pastLead')}>
      <Table
        caption={t('past')}
        rows={past}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'what',
            label: t('columns.what'),
            heading: true,
            cell: (one) => what(one),
            below: ({ id }) => <span id={approvalAnchor(id)}>{t('number', { id: String(id) })}</span>,
          },
          { key: 'proposer', label: t('columns.proposer'), cell: ({ proposer }) => proposer },
          {
            key: 'state',
            label: t('columns.state'),
            cell: ({ state }) => <Badge tone={approvalTones[state]}>{t(`states.${state}`)}</Badge>,
          },
          { key: 'decider', label: t('columns.decider'), cell: ({ decider }) => decider ?? '—' },
          {
            key: 'when',
            label: t('columns.when'),
            cell: ({ decidedAt, expiresAt }) => <RelativeTime moment={formats.moment(decidedAt ?? expiresAt)} />,
          },
          {
            key: 'reason',
            label: t('columns.reason'),
            cell: ({ reason }) =>
              reason === null ? '—' : <p className="max-w-[40ch] whitespace-pre-line break-words">{reason}</p>,
          },
        ]}
      />
    </Section>
  )
}
