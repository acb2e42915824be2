'use client'

import { useTranslations } from '@/components/texts'
import { Filters, SelectFilter } from '@/components/ui/filters'
import {
  type ActivityFilter,
  type ActivityKind,
  activityKinds,
  activityOutcomes,
  activityPath,
  activityPeriods,
  narrowedBy,
} from '@/lib/audit/activity'

const periods = [...(Object.keys(activityPeriods) as (keyof typeof activityPeriods)[]), 'all'] as const
const kinds = Object.keys(activityKinds) as ActivityKind[]

/** The filters of the trail. They are in the URL, so that the list can be sent to a colleague and gone back to. */
export function ActivityFilters(props: {
  filter: ActivityFilter
  people: readonly { value: string; label: string }[]
}) {
  const t = useTranslations('activity')
  const { period, kind, outcome, userId } = props.filter
  return (
    <Filters
      label={t('filters')}
      action="/portal/activity"
      address={activityPath(props.filter)}
      narrowed={narrowedBy(props.filter)}
    >
      <SelectFilter
        name="period"
        label={t('period')}
        value={period}
        options={periods.map((value) => ({ value, label: t(`periods.${value}`) }))}
      />
      <SelectFilter
        name="person"
        label={t('person')}
        all={t('everyone')}
        value={userId === undefined ? undefined : String(userId)}
        options={props.people}
      />
      <SelectFilter
        name="kind"
        label={t('kind')}
        all={t('everything')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <SelectFilter
        name="outcome"
        label={t('outcome')}
        all={t('anyOutcome')}
        value={outcome}
        options={activityOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
      />
    </Filters>
  )
}
