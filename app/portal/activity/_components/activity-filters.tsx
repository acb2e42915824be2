import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListTools } from '@/app/_components/list/list-tools'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/portal/views/of-list'
import {
  type ActivityFilter,
  type ActivityKind,
  activityKinds,
  activityOutcomes,
  activityPath,
  activityPeriods,
} from '@/lib/audit/activity'
import type { OfficeContext } from '@/lib/context'
import { translations } from '@/lib/web/translations'
import { activityColumns } from './activity-columns'

const periods = [...(Object.keys(activityPeriods) as (keyof typeof activityPeriods)[]), 'all'] as const
const kinds = Object.keys(activityKinds) as ActivityKind[]

/** The filters of the trail. They are in the URL, so that the list can be sent to a colleague and gone back to. */
export async function ActivityFilters(props: {
  ctx: Pick<OfficeContext, 'db' | 'member'>
  filter: ActivityFilter
  people: readonly { value: string; label: string }[]
}) {
  const t = await translations('activity')
  const { period, kind, outcome, userId } = props.filter
  return (
    <FilterBar
      label={t('filters')}
      page="/portal/activity"
      address={activityPath(props.filter)}
      fields={[
        {
          kind: 'select',
          name: 'period',
          label: t('period'),
          value: period,
          options: periods.map((value) => ({ value, label: t(`periods.${value}`) })),
        },
        {
          kind: 'select',
          name: 'person',
          label: t('person'),
          all: t('everyone'),
          value: userId === undefined ? undefined : String(userId),
          options: props.people,
        },
        {
          kind: 'select',
          name: 'kind',
          label: t('kind'),
          all: t('everything'),
          value: kind,
          options: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
        },
        {
          kind: 'select',
          name: 'outcome',
          label: t('outcome'),
          all: t('anyOutcome'),
          value: outcome,
          options: activityOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
        },
      ]}
      tools={
        <ListTools
          views={viewsOf(props.ctx, 'activity')}
          view={viewOf(props.filter, activityPath)}
          columns={await activityColumns()}
        />
      }
    />
  )
}
