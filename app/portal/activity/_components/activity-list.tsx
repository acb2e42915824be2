import { ClipboardList } from 'lucide-react'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { turnsOf, viewOf } from '@/app/_components/list/view'
import { EmptyState } from '@/components/ui/states'
import { type ActivityFilter, activityPath, isNarrowed } from '@/lib/audit/activity'
import { listActivity } from '@/lib/audit/list-activity'
import type { OfficeContext } from '@/lib/context'
import { translations } from '@/lib/web/translations'
import { activityColumns } from './activity-columns'
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
  const view = viewOf(filter, activityPath)
  return (
    <>
      <ActivityFilters ctx={ctx} filter={filter} people={named} />
      {events.length === 0 ? (
        <Nothing narrowed={isNarrowed(filter)} />
      ) : (
        <>
          <ListTable
            caption={t('caption', { merchant })}
            rows={events}
            rowKey={({ id }) => id}
            columns={await activityColumns()}
            view={view}
            sortable={['when']}
          />
          <ListFoot
            view={view}
            {...turnsOf(
              filter.sort,
              newerThan === undefined ? undefined : activityPath(filter, { after: newerThan }),
              olderThan === undefined ? undefined : activityPath(filter, { before: olderThan }),
            )}
          />
        </>
      )}
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
