'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import {
  type ActivityFilter,
  type ActivityKind,
  activityFilterOf,
  activityKinds,
  activityOutcomes,
  activityPath,
  activityPeriods,
  isNarrowed,
} from '@/lib/audit/activity'

const periods = [...(Object.keys(activityPeriods) as (keyof typeof activityPeriods)[]), 'all'] as const
const kinds = Object.keys(activityKinds) as ActivityKind[]

/** What the trail is narrowed to: the address says it, so that it can be sent to a colleague and gone back to. */
export function ActivityFilters(props: {
  filter: ActivityFilter
  people: readonly { value: string; label: string }[]
}) {
  const t = useTranslations('activity')
  const ui = useTranslations('ui')
  const router = useRouter()
  const [pending, start] = useTransition()
  const { period, kind, outcome, userId } = props.filter
  return (
    <form
      action="/portal/activity"
      aria-label={t('filters')}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
        start(() => router.push(activityPath(activityFilterOf(chosen))))
      }}
    >
      <Field name="period" label={t('period')}>
        <Select defaultValue={period} options={periods.map((value) => ({ value, label: t(`periods.${value}`) }))} />
      </Field>
      <Field name="person" label={t('person')}>
        <Select defaultValue={userId ?? ''} placeholder={t('everyone')} options={props.people} />
      </Field>
      <Field name="kind" label={t('kind')}>
        <Select
          defaultValue={kind ?? ''}
          placeholder={t('everything')}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </Field>
      <Field name="outcome" label={t('outcome')}>
        <Select
          defaultValue={outcome ?? ''}
          placeholder={t('anyOutcome')}
          options={activityOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        />
      </Field>
      <div className="col-span-2 flex gap-2 lg:col-span-1">
        <Button type="submit" pending={pending} className="max-lg:flex-1">
          {t('filter')}
        </Button>
        {isNarrowed(props.filter) ? (
          <ButtonLink variant="ghost" href="/portal/activity">
            {ui('clearFilters')}
          </ButtonLink>
        ) : null}
      </div>
    </form>
  )
}
