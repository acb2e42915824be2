import { Chart } from '@/components/ui/chart'
import { Section } from '@/components/ui/layout'
import { RelativeTime } from '@/components/ui/relative-time'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import type { RefusalRecord } from '@/db/queries/offices/credential-calls'
import { callOutcomes } from '@/lib/credentials/calls'
import type { DayOfCalls, TrailEvent } from '@/lib/credentials/show-credential'
import type { Kind } from '../new-secret'
import type { Words } from './cells'

/** Calls by day and outcome, as a chart and as a table, with the days that had none. */
export function CallsByDay({ words, days, today }: { words: Words; days: readonly DayOfCalls[]; today: Date }) {
  const { t, formats } = words
  const title = { title: t('details.calls'), lead: t('details.callsLead') }
  if (days.length === 0) {
    return (
      <Section {...title}>
        <EmptyState title={t('details.noCalls')}>{t('details.noCallsText')}</EmptyState>
      </Section>
    )
  }
  const colours = { done: 1, refused: 5, denied: 2, limited: 3, failed: 4 } as const
  const seen = callOutcomes.filter((outcome) => outcome === 'done' || days.some((day) => day.outcome === outcome))
  const points = lastDays(today).map((day) => ({
    label: formats.date(new Date(`${day}T12:00:00-04:00`)),
    values: Object.fromEntries(days.filter((one) => one.day === day).map(({ outcome, calls }) => [outcome, calls])),
  }))
  return (
    <Section {...title}>
      <Chart
        label={t('details.callsLabel')}
        pointsLabel={t('details.day')}
        series={seen.map((key) => ({ key, label: t(`details.outcomes.${key}`), colour: colours[key] }))}
        points={points}
      />
    </Section>
  )
}

const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santo_Domingo' })

/** The last 30 days of Santo Domingo, oldest first, as YYYY-MM-DD. There is no daylight saving: each has 24 hours. */
const lastDays = (today: Date): string[] =>
  Array.from({ length: 30 }, (_, n) => dayOf.format(today.getTime() - (29 - n) * 86_400_000))

/** Why a credential was refused, in its merchant's words. */
export function Refusals({ words, kind, refusals }: { words: Words; kind: Kind; refusals: readonly RefusalRecord[] }) {
  const { t, formats } = words
  const isTokenCall = ({ operation }: RefusalRecord) =>
    kind === 'oauth_client' && !operation.startsWith('POST /connect/')
  const reasonOf = (refusal: RefusalRecord) => {
    if (refusal.reason === 'expired' && isTokenCall(refusal)) return t('details.reasons.tokenExpired')
    if (refusal.reason === 'revoked' && isTokenCall(refusal)) return t('details.reasons.tokenRevoked')
    return t(`details.reasons.${refusal.reason}`)
  }
  return (
    <Section title={t('details.refusals')} lead={t('details.refusalsLead')}>
      {refusals.length === 0 ? (
        <p className="text-muted">{t('details.noRefusals')}</p>
      ) : (
        <Table
          caption={t('details.refusals')}
          rows={refusals}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'reason',
              label: t('details.refusalColumns.reason'),
              heading: true,
              cell: reasonOf,
            },
            {
              key: 'when',
              label: t('details.refusalColumns.when'),
              cell: ({ occurredAt }) => <RelativeTime moment={formats.moment(occurredAt)} />,
            },
            {
              key: 'times',
              label: t('details.refusalColumns.times'),
              align: 'right',
              cell: ({ times }) => formats.number(times),
            },
            {
              key: 'operation',
              label: t('details.refusalColumns.operation'),
              cell: ({ operation, requestId }) => (
                <>
                  <code className="font-mono text-xs break-all">{operation}</code>
                  {requestId === null ? null : (
                    <p className="text-xs break-all text-muted">{t('details.reference', { requestId })}</p>
                  )}
                </>
              ),
            },
            {
              key: 'origin',
              label: t('details.refusalColumns.origin'),
              cell: ({ address, userAgent }) => (
                <>
                  <span className="break-all">{address}</span>
                  <p className="text-xs break-all text-muted">{userAgent}</p>
                </>
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}

const verbs = [
  'created',
  'rotated',
  'switched',
  'restricted',
  'replacement_started',
  'replacement_finished',
  'replacement_abandoned',
  'revoked',
  'deleted',
  'seen',
  'searched',
  'made',
  'opened',
  'withdrawn',
] as const

/** Who did what with a credential. */
export function Trail({ words: { t, formats }, events }: { words: Words; events: readonly TrailEvent[] }) {
  const whatOf = ({ action, outcome }: TrailEvent) => {
    const verb = verbs.find((one) => action.endsWith(`.${one}`))
    const what = verb === undefined ? action : t(`details.events.${verb}`)
    return outcome === 'denied' ? t('details.events.denied', { what }) : what
  }
  return (
    <Section title={t('details.trail')} lead={t('details.trailLead')}>
      <Table
        caption={t('details.trail')}
        rows={events}
        rowKey={({ id }) => id}
        columns={[
          { key: 'what', label: t('details.trailColumns.what'), heading: true, cell: whatOf },
          {
            key: 'when',
            label: t('details.trailColumns.when'),
            cell: ({ occurredAt }) => <RelativeTime moment={formats.moment(occurredAt)} />,
          },
          {
            key: 'who',
            label: t('details.trailColumns.who'),
            cell: ({ userName, actor, action }) =>
              userName ??
              t(
                actor === 'operator'
                  ? 'details.actors.operator'
                  : action === 'hand_off.opened'
                    ? 'details.actors.installer'
                    : 'details.actors.service',
              ),
          },
          {
            key: 'from',
            label: t('details.trailColumns.from'),
            cell: ({ address, device: { browser, system } }) => (
              <>
                <span className="break-all">{address}</span>
                <p className="text-xs text-muted">
                  {browser && system ? t('details.browserOn', { browser, system }) : (browser ?? system)}
                </p>
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}
