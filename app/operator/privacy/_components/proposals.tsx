import { Badge, type Tone } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Table } from '@/components/ui/table'
import type { OperatorContext } from '@/lib/context'
import { listProposalsOf, type ProposedFor, showErasureEffect } from '@/lib/privacy/propose-for-case'
import type { ShownCase } from '@/lib/privacy/show-cases'
import { pageFormats, translations } from '@/lib/web/translations'
import { Act } from '../../_components/act'
import { proposeForCaseAction } from '../actions'

type Props = {
  ctx: OperatorContext & { readonly now: () => Date }
  of: ShownCase
  kind: ProposedFor
  needsCode: boolean
}

/** The erasure that a case asks for: proposed by one person, carried out by another, and here what became of it. */
export async function Proposals({ ctx, of, kind, needsCode }: Props) {
  const proposals = await listProposalsOf(ctx, of.id)
  const t = await translations('privacy')
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
              lead: t('proposals.dialogLead'),
              points: await pointsOf(ctx, held),
              submit: t('proposals.submit'),
              done: t('proposals.done'),
              code: t('code'),
              codeHint: t('codeHint'),
            }}
            entries={{ caseId: of.id }}
            action={proposeForCaseAction}
            danger
            needsCode={needsCode}
          />
        ) : undefined
      }
    >
      {proposals.length === 0 ? (
        <p className="text-sm text-muted">{t('proposals.none')}</p>
      ) : (
        <ProposalTable proposals={proposals} caption={t(`proposals.${kind}.title`)} />
      )}
    </Section>
  )
}

/** What the erasure would do at this moment, in numbers. */
async function pointsOf(ctx: OperatorContext, held: ShownCase['people']): Promise<string[]> {
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

const tones = {
  waiting: 'info',
  approved: 'good',
  alone: 'warning',
  refused: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const satisfies Record<Proposal['state'], Tone>

async function ProposalTable(props: { proposals: readonly Proposal[]; caption: string }) {
  const [approvals, { dateTime }] = await Promise.all([translations('approvals'), pageFormats()])
  return (
    <Table
      caption={props.caption}
      rows={props.proposals}
      rowKey={({ id }) => id}
      columns={[
        {
          ...{ key: 'proposed', label: approvals('columns.proposer'), heading: true },
          cell: ({ proposerName }) => <bdi>{proposerName}</bdi>,
          below: ({ proposedAt }) => dateTime(proposedAt),
        },
        {
          ...{ key: 'state', label: approvals('columns.state') },
          cell: ({ state }) => <Badge tone={tones[state]}>{approvals(`states.${state}`)}</Badge>,
        },
        {
          ...{ key: 'decided', label: approvals('columns.decider') },
          cell: ({ deciderName }) => deciderName ?? '—',
          below: ({ decidedAt }) => (decidedAt === null ? null : dateTime(decidedAt)),
        },
      ]}
    />
  )
}
