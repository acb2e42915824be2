import type { ReactNode } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { RelativeTime } from '@/components/ui/relative-time'
import { type Column, Table } from '@/components/ui/table'
import type { OwnView } from '@/lib/support/list-views'
import { pageFormats, translations } from '@/lib/web/translations'

type State = 'live' | 'expired' | NonNullable<OwnView['endReason']>

const tones = {
  live: 'warning',
  ended: 'neutral',
  replaced: 'neutral',
  revoked: 'danger',
  expired: 'neutral',
} as const satisfies Record<State, Tone>

const stateOf = ({ isLive, endReason }: OwnView): State => (isLive ? 'live' : (endReason ?? 'expired'))

/** Looks of the operator into an office, or into every one: for whom, by whom, why, when and for how long. */
export async function SupportViews<View extends OwnView>(props: {
  views: readonly View[]
  office?: (view: View) => ReactNode
  who: (view: View) => ReactNode
  /** What can be done about one that is under way. */
  action?: (view: View) => ReactNode
}) {
  const { views, office, who, action } = props
  const [t, formats] = [await translations('support'), await pageFormats()]
  const minutesOf = ({ startedAt, endedAt, endsAt, isLive }: View) =>
    Math.max(1, Math.ceil(((isLive ? new Date() : (endedAt ?? endsAt)).getTime() - startedAt.getTime()) / 60_000))
  const columns: Column<View>[] = [
    {
      key: 'ticket',
      label: t('columns.ticket'),
      heading: true,
      cell: ({ ticket, reason }) => (
        <span className="flex min-w-0 flex-col gap-0.5 text-left">
          <span className="break-words">{ticket}</span>
          <span className="max-w-[46ch] text-xs font-normal break-words text-muted">{reason}</span>
        </span>
      ),
    },
    ...(office ? [{ key: 'office', label: t('columns.office'), cell: office }] : []),
    { key: 'who', label: t('columns.who'), cell: who },
    {
      key: 'started',
      label: t('columns.started'),
      cell: ({ startedAt }) => <RelativeTime moment={formats.moment(startedAt)} />,
    },
    { key: 'duration', label: t('columns.duration'), cell: (view) => t('minutes', { count: minutesOf(view) }) },
    {
      key: 'state',
      label: t('columns.state'),
      cell: (view) => <Badge tone={tones[stateOf(view)]}>{t(`states.${stateOf(view)}`)}</Badge>,
    },
    ...(action
      ? [
          {
            key: 'actions',
            label: <span className="sr-only">{t('columns.actions')}</span>,
            cell: (view: View) => (view.isLive ? action(view) : null),
          },
        ]
      : []),
  ]
  return <Table caption={t('past')} rows={views} rowKey={({ id }) => id} columns={columns} />
}
