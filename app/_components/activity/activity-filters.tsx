import { FilterBar, type FilterField } from '@/app/_components/list/filter-bar'
import { ListTools } from '@/app/_components/list/list-tools'
import type { ViewsOf } from '@/app/_components/list/saved-views'
import { viewOf } from '@/app/_components/list/view'
import {
  type ActivityFilter,
  type ActivityKind,
  activityKinds,
  activityOutcomes,
  activityPeriods,
  type Trail,
} from '@/lib/audit/activity'
import type { listTrailTenants } from '@/lib/audit/list-activity'
import { textOfCode } from '@/lib/language/text-of-code'
import { messages } from '@/lib/messages/messages'
import { translations } from '@/lib/web/translations'
import { activityColumns } from './activity-columns'

const periods = [...(Object.keys(activityPeriods) as (keyof typeof activityPeriods)[]), 'all'] as const

/** The filters of the trail. They are in the URL, so that the list can be sent to a colleague and gone back to. */
export async function ActivityFilters(props: {
  trail: Trail
  views: ViewsOf | undefined
  filter: ActivityFilter
  people: readonly { value: string; label: string }[]
  tenants: Tenants
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
        ...(await networkFields(props)),
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
        <ListTools
          views={props.views}
          view={viewOf(props.filter, trail.path)}
          columns={await activityColumns(trail.of)}
        />
      }
    />
  )
}

type Tenants = Awaited<ReturnType<typeof listTrailTenants>> | undefined

/** What the trail of the whole network can be asked for besides: one of its merchants or companies, an action, a day. */
async function networkFields({
  filter,
  tenants,
}: {
  filter: ActivityFilter
  tenants: Tenants
}): Promise<FilterField[]> {
  if (tenants === undefined) return []
  const [t, words] = await Promise.all([translations('operatorActivity'), translations('activity')])
  const { merchantId, companyId, kind, action, day } = filter
  const options = (of: readonly { id: number; name: string }[]) =>
    of.map(({ id, name }) => ({ value: String(id), label: name }))
  const textOf = (id: number | undefined) => (id === undefined ? undefined : String(id))
  return [
    {
      ...{ kind: 'select', name: 'merchant', label: t('merchant'), all: t('anyMerchant') },
      ...{ value: textOf(merchantId), options: options(tenants.merchants) },
    },
    {
      ...{ kind: 'select', name: 'company', label: t('company'), all: t('anyCompany') },
      ...{ value: textOf(companyId), options: options(tenants.companies) },
    },
    // Those of a kind, once one is chosen: all of them would be a hundred.
    ...(kind === undefined
      ? []
      : [
          {
            ...{ kind: 'select' as const, name: 'action', label: t('action'), all: t('anyAction'), value: action },
            options: actionsOf(kind).map((value) => ({ value, label: textOfCode(words, `actions.${value}`) ?? value })),
          },
        ]),
    { kind: 'day', name: 'day', label: t('day'), value: day, isOptional: true },
  ]
}

/** The actions of a kind that there are words for. */
const actionsOf = (kind: ActivityKind): string[] =>
  activityKinds[kind].flatMap((noun) =>
    Object.keys(messages.es.activity.actions[noun]).map((verb) => `${noun}.${verb}`),
  )
