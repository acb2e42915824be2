import { ClipboardList } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Badge } from '@/components/ui/badge'
import { NothingFound } from '@/components/ui/nothing-found'
import { Pagination } from '@/components/ui/pagination'
import { RelativeTime } from '@/components/ui/relative-time'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { type ActivityFilter, activityPath, isNarrowed } from '@/lib/audit/activity'
import { type ActivityView, listActivity } from '@/lib/audit/list-activity'
import type { OfficeContext } from '@/lib/context'
import { textOfCode } from '@/lib/language/text-of-code'
import { permissionNames } from '@/lib/web/permission-name'
import { pageFormats, translations } from '@/lib/web/translations'
import { ActivityFilters } from './activity-filters'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: ActivityFilter; merchant: string }

/** What was done, with its filters and its pages. */
export async function ActivityList({ ctx, filter, merchant }: Props) {
  const { events, people, newerThan, olderThan } = await listActivity(ctx, filter)
  const t = await translations('activity')
  const named = people.map(({ id, name, email }) => ({
    value: String(id),
    label: people.some((other) => other.id !== id && other.name === name) ? `${name} (${email})` : name,
  }))
  return (
    <>
      <ClientTexts namespaces={['activity']}>
        <ActivityFilters filter={filter} people={named} />
      </ClientTexts>
      {events.length === 0 ? (
        <Nothing narrowed={isNarrowed(filter)} />
      ) : (
        <ActivityTable events={events} caption={t('caption', { merchant })} />
      )}
      <Pagination
        previous={newerThan === undefined ? undefined : activityPath(filter, { after: newerThan })}
        next={olderThan === undefined ? undefined : activityPath(filter, { before: olderThan })}
      />
    </>
  )
}

async function Nothing({ narrowed }: { narrowed: boolean }) {
  const t = await translations('activity')
  if (narrowed) return <NothingFound title={t('noneTitle')} text={t('noneText')} allHref="/portal/activity" />
  return (
    <EmptyState icon={<ClipboardList aria-hidden />} title={t('emptyTitle')}>
      {t('emptyText')}
    </EmptyState>
  )
}

async function ActivityTable({ events, caption }: { events: readonly ActivityView[]; caption: string }) {
  const t = await translations('activity')
  const { moment } = await pageFormats()
  return (
    <Table
      caption={caption}
      rows={events}
      rowKey={(event) => event.id}
      columns={[
        {
          key: 'what',
          label: t('what'),
          heading: true,
          cell: (event) => <What event={event} />,
        },
        { key: 'who', label: t('who'), cell: ({ person }) => person ?? t('service') },
        {
          key: 'from',
          label: t('from'),
          cell: ({ address, device: { browser, system } }) => (
            <>
              <span className="block font-mono text-xs leading-5.5">{address ?? t('unknownAddress')}</span>
              <span className="block text-xs text-muted">
                {browser && system ? t('browserOn', { browser, system }) : (browser ?? system)}
              </span>
            </>
          ),
        },
        { key: 'when', label: t('when'), cell: ({ occurredAt }) => <RelativeTime moment={moment(occurredAt)} /> },
      ]}
    />
  )
}

/** What was done and to what, why, and which permissions it gave or took. */
async function What({ event }: { event: ActivityView }) {
  const t = await translations('activity')
  const names = await permissionNames()
  const { list } = await pageFormats()
  const { action, subject, denied, reason, lacked, given, taken, restored } = event
  const listed = (permissions: ActivityView['given']) => ({ list: list(permissions.map((one) => names[one])) })
  /** The words for a code, or the code itself if it has none: nothing that the trail holds is hidden. */
  const words = (key: string, code: string) => textOfCode(t, key) ?? code
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {words(`actions.${action}`, action)}
        {denied ? <Badge tone="danger">{t('outcomes.denied')}</Badge> : null}
      </span>
      {subject === null && reason === null ? null : (
        <span className="text-sm font-normal break-words text-muted">
          {[subject, reason === null ? null : words(`reasons.${reason}`, reason), lacked && names[lacked]]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {given.length === 0 && taken.length === 0 && restored.length === 0 ? null : (
        <span className="max-w-[60ch] text-xs font-normal text-pretty text-muted">
          {[
            given.length > 0 ? t('given', listed(given)) : undefined,
            taken.length > 0 ? t('taken', listed(taken)) : undefined,
            restored.length > 0 ? t('restored', listed(restored)) : undefined,
          ]
            .filter(Boolean)
            .join('. ')}
        </span>
      )}
    </div>
  )
}
