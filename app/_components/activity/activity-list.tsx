import { ClipboardList } from 'lucide-react'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { NothingFound } from '@/app/_components/list/nothing-found'
import type { ViewsOf } from '@/app/_components/list/saved-views'
import { turnsOf, viewOf } from '@/app/_components/list/view'
import { EmptyState } from '@/components/ui/states'
import type { ActivityFilter, Trail } from '@/lib/audit/activity'
import { listActivity, listTrailTenants } from '@/lib/audit/list-activity'
import type { TeamOfficeContext } from '@/lib/context'
import { translations } from '@/lib/web/translations'
import { activityColumns } from './activity-columns'
import { ActivityFilters } from './activity-filters'

/** The trail of an office: what it is called there, and its reader's views of it. */
export type TrailProps = {
  ctx: Pick<TeamOfficeContext, 'db' | 'member'>
  trail: Trail
  /** Absent where no views are kept. */
  views?: ViewsOf | undefined
  tenant: string
}

/** What was done, with its filters and its pages. */
export async function ActivityList({ ctx, trail, views, tenant, filter }: TrailProps & { filter: ActivityFilter }) {
  const { events, people, newerThan, olderThan } = await listActivity(ctx, filter)
  const { db, member } = ctx
  const tenants = 'operator' in member ? await listTrailTenants({ db, member }) : undefined
  const t = await translations('activity')
  const named = people.map(({ id, name, email }) => ({
    value: String(id),
    label: people.some((other) => other.id !== id && other.name === name) ? `${name} (${email})` : name,
  }))
  const view = viewOf(filter, trail.path)
  return (
    <>
      <ActivityFilters trail={trail} views={views} filter={filter} people={named} tenants={tenants} />
      {events.length === 0 ? (
        <Nothing trail={trail} narrowed={trail.isNarrowed(filter)} />
      ) : (
        <>
          <ListTable
            caption={t('caption', { tenant })}
            rows={events}
            rowKey={({ id }) => id}
            columns={await activityColumns(trail.of)}
            view={view}
            sortable={['when']}
          />
          <ListFoot
            view={view}
            {...turnsOf(
              filter.sort,
              newerThan === undefined ? undefined : trail.path(filter, { after: newerThan }),
              olderThan === undefined ? undefined : trail.path(filter, { before: olderThan }),
            )}
          />
        </>
      )}
    </>
  )
}

async function Nothing({ trail, narrowed }: { trail: Trail; narrowed: boolean }) {
  const t = await translations('activity')
  if (narrowed) return <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={trail.home} />
  return (
    <EmptyState icon={<ClipboardList aria-hidden />} title={t('emptyTitle')}>
      {t(`emptyText.${trail.of}`)}
    </EmptyState>
  )
}
