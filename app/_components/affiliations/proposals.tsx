import type { ReactNode } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { RelativeTime } from '@/components/ui/relative-time'
import { type Column, Table } from '@/components/ui/table'
import type { ProposalView } from '@/lib/affiliations/list-proposals'
import type { Formats } from '@/lib/language/formats'
import { pageFormats, translations } from '@/lib/web/translations'
import type { AffiliationActions, Side } from './actions'
import { Answers, Withdrawal } from './answers'

type Words = { t: Awaited<ReturnType<typeof translations<'affiliations'>>>; formats: Formats; side: Side }

const wordsOf = async (side: Side): Promise<Words> => ({
  t: await translations('affiliations'),
  formats: await pageFormats(),
  side,
})

/** The proposals that this side has to answer; nothing without any. Below a `<ClientTexts namespaces={['affiliations']}>`. */
export async function ReceivedProposals(props: {
  side: Side
  proposals: readonly ProposalView[]
  /** None for who may only read. */
  actions: Pick<AffiliationActions, 'accept' | 'decline'> | undefined
}) {
  const { side, proposals, actions } = props
  if (proposals.length === 0) return null
  const words = await wordsOf(side)
  const { t, formats } = words
  return (
    <Section title={t('received.title')} lead={t(`received.lead.${side}`)}>
      <Table
        caption={t('received.title')}
        rows={proposals}
        rowKey={({ id }) => id}
        columns={[
          otherColumn(words),
          messageColumn(words),
          {
            key: 'received',
            label: t('columns.received'),
            cell: ({ createdAt }) => <RelativeTime moment={formats.moment(createdAt)} />,
          },
          ...(actions === undefined
            ? []
            : [
                {
                  key: 'answer',
                  label: <span className="sr-only">{t('columns.actions')}</span>,
                  cell: ({ id, other }: ProposalView) => (
                    <Answers side={side} proposalId={id} name={other.name} actions={actions} />
                  ),
                },
              ]),
        ]}
      />
    </Section>
  )
}

/** The proposals that this side sent and that are not answered yet. */
export async function SentProposals(props: {
  side: Side
  proposals: readonly ProposalView[]
  /** None for who may only read. */
  withdraw: AffiliationActions['withdraw'] | undefined
}) {
  const { side, proposals, withdraw } = props
  if (proposals.length === 0) return null
  const words = await wordsOf(side)
  const { t, formats } = words
  return (
    <Section title={t('sent.title')} lead={t('sent.lead')}>
      <Table
        caption={t('sent.title')}
        rows={proposals}
        rowKey={({ id }) => id}
        columns={[
          otherColumn(words),
          messageColumn(words),
          {
            key: 'sent',
            label: t('columns.sent'),
            cell: ({ createdAt }) => <RelativeTime moment={formats.moment(createdAt)} />,
          },
          ...(withdraw === undefined
            ? []
            : [
                {
                  key: 'withdraw',
                  label: <span className="sr-only">{t('columns.actions')}</span>,
                  cell: ({ id, other }: ProposalView) => (
                    <Withdrawal proposalId={id} name={other.name} action={withdraw} />
                  ),
                },
              ]),
        ]}
      />
    </Section>
  )
}

const tones = { accepted: 'good', declined: 'danger', withdrawn: 'neutral' } as const satisfies Record<string, Tone>

/** The latest proposals that are over, collapsed. */
export async function PastProposals({ side, proposals }: { side: Side; proposals: readonly ProposalView[] }) {
  if (proposals.length === 0) return null
  const words = await wordsOf(side)
  const { t, formats } = words
  return (
    <Section title={t('past.title')}>
      <details className="flex flex-col gap-4">
        <summary className="w-fit cursor-pointer rounded-sm text-sm font-medium text-accent underline decoration-accent/40 underline-offset-4">
          {t('past.show', { count: proposals.length })}
        </summary>
        <div className="mt-4">
          <Table
            caption={t('past.title')}
            rows={proposals}
            rowKey={({ id }) => id}
            columns={[
              otherColumn(words),
              {
                key: 'direction',
                label: t('columns.sent'),
                cell: ({ mine, createdAt }) =>
                  `${t(`direction.${mine ? 'mine' : 'theirs'}`)}, ${formats.date(createdAt)}`,
              },
              {
                key: 'result',
                label: t('columns.result'),
                cell: ({ outcome }) =>
                  outcome === null ? null : <Badge tone={tones[outcome]}>{t(`results.${outcome}`)}</Badge>,
              },
              {
                key: 'ended',
                label: t('columns.ended'),
                cell: ({ endedAt }) => (endedAt === null ? null : <RelativeTime moment={formats.moment(endedAt)} />),
              },
            ]}
          />
        </div>
      </details>
    </Section>
  )
}

const otherColumn = ({ t, side }: Words): Column<ProposalView> => ({
  key: 'other',
  label: t(`columns.other.${side}`),
  heading: true,
  cell: ({ other }) => <Named name={other.name} below={other.legalId && t('legalId', { legalId: other.legalId })} />,
})

const messageColumn = ({ t }: Words): Column<ProposalView> => ({
  key: 'message',
  label: t('columns.message'),
  cell: ({ message }) =>
    message === null ? (
      <span className="text-muted">{t('noMessage')}</span>
    ) : (
      <p className="max-w-[46ch] text-left whitespace-pre-line break-words">{message}</p>
    ),
})

/** A name, and below it what else identifies it. */
export function Named({ name, below }: { name: ReactNode; below: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="break-words">{name}</span>
      {below ? <span className="text-xs font-normal text-muted tabular-nums">{below}</span> : null}
    </span>
  )
}
