import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListTools } from '@/app/_components/list/list-tools'
import type { ViewsOf } from '@/app/_components/list/saved-views'
import { viewOf } from '@/app/_components/list/view'
import { type ActivityFilter, activityOutcomes, activityPeriods, type Trail } from '@/lib/audit/activity'
import { translations } from '@/lib/web/translations'
import { activityColumns } from './activity-columns'

const periods = [...(Object.keys(activityPeriods) as (keyof typeof activityPeriods)[]), 'all'] as const

/** The filters of the trail. They are in the URL, so that the list can be sent to a colleague and gone back to. */
export async function ActivityFilters(props: {
  trail: Trail
  views: ViewsOf | undefined
  filter: ActivityFilter
  people: readonly { value: string; label: string }[]
}) {
  const t = await translations('activity')
  const { trail } = props
  const { period, kind, outcome, userId } = props.filter
  return (
    <FilterBar
      label={t('filters')}
      page={trail.home}
      address={trail.path(props.filter)}
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
          options: trail.kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
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
        <ListTools views={props.views} view={viewOf(props.filter, trail.path)} columns={await activityColumns()} />
      }
    />
  )
}
