import { Layers, Radio } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListTools } from '@/app/_components/list/list-tools'
import { viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/portal/views/of-list'
import { buttonClasses } from '@/components/ui/button-classes'
import { cn } from '@/components/ui/cn'
import { PageLink } from '@/components/ui/page-link'
import type { OfficeContext } from '@/lib/context'
import { type CredentialReference, credentialFormat } from '@/lib/credentials/reference'
import { startOfDay } from '@/lib/language/days'
import { boundedPeriodChoices } from '@/lib/language/periods'
import {
  canFollow,
  type RequestFilter,
  type RequestStatus,
  requestCodes,
  requestOperations,
  requestPeriod,
  requestStatuses,
  requestsPage,
  requestsPath,
} from '@/lib/requests/filter'
import { pageFormats, translations } from '@/lib/web/translations'
import { LiveToggle } from './live-toggle'
import { referenceColumns } from './reference-table'
import { requestColumns } from './request-table'

const statuses = Object.keys(requestStatuses) as RequestStatus[]

/** The filters of the list, which are in its URL. */
export async function RequestFilters(props: {
  ctx: Pick<OfficeContext, 'db' | 'member'>
  filter: RequestFilter
  credentials: readonly (CredentialReference & { name: string })[]
}) {
  const [t, formats] = await Promise.all([translations('requests'), pageFormats()])
  const { ctx, filter, credentials } = props
  const hourLabel = (hour: number) => formats.hour(new Date(startOfDay('2026-01-01').getTime() + hour * 3_600_000))
  const isNamesake = (name: string) => credentials.filter((other) => other.name === name).length > 1
  return (
    <FilterBar
      label={t('filters')}
      page={requestsPage}
      address={requestsPath(filter)}
      search={{ label: t('search'), hint: t('searchHint'), value: filter.search }}
      fields={[
        { kind: 'period', period: filter.period, usual: requestPeriod, choices: boundedPeriodChoices },
        {
          kind: 'chosen',
          name: 'hour',
          label: t('hour'),
          value: filter.hour === undefined ? undefined : { value: String(filter.hour), label: hourLabel(filter.hour) },
        },
        {
          kind: 'select',
          name: 'operation',
          label: t('operation'),
          all: t('anyOperation'),
          value: filter.operation,
          options: requestOperations.map((value) => ({ value, label: t(`operations.${value}`) })),
        },
        {
          kind: 'select',
          name: 'status',
          label: t('status'),
          all: t('anyStatus'),
          value: filter.status,
          // An object's keys put numbers first; here the numbers come last.
          options: [...statuses]
            .sort((one, other) => Number(/^\d/.test(one)) - Number(/^\d/.test(other)))
            .map((value) => ({ value, label: t(`statuses.${value}`) })),
        },
        {
          kind: 'select',
          name: 'code',
          label: t('code'),
          all: t('anyCode'),
          value: filter.code,
          options: requestCodes.map((value) => ({ value, label: value })),
        },
        {
          kind: 'select',
          name: 'credential',
          label: t('credential'),
          all: t('anyCredential'),
          value: filter.credential === undefined ? undefined : credentialFormat.write(filter.credential),
          options: credentials.map((one) => ({
            value: credentialFormat.write(one),
            label: isNamesake(one.name)
              ? t('nameWithKind', { name: one.name, kind: `${t(`kinds.${one.kind}`)} ${one.id}` })
              : one.name,
          })),
        },
        {
          kind: 'chosen',
          name: 'group',
          label: t('group'),
          value: filter.group === undefined ? undefined : { value: filter.group, label: t('byReference') },
        },
      ]}
      tools={
        <>
          {canFollow(filter, new Date()) ? <Live ctx={ctx} filter={filter} /> : null}
          <Group filter={filter} />
          <ListTools
            views={viewsOf(ctx, 'requests')}
            view={viewOf(filter, requestsPath)}
            columns={await (filter.group === undefined ? requestColumns() : referenceColumns())}
          />
        </>
      }
    />
  )
}

/** The same calls, those of one sale together, or one by one again. */
async function Group({ filter }: { filter: RequestFilter }) {
  const t = await translations('requests')
  const isGrouped = filter.group !== undefined
  const label = t(isGrouped ? 'ungroup' : 'groupByReference')
  return (
    <PageLink
      href={requestsPath({ ...filter, group: isGrouped ? undefined : 'reference' })}
      scroll={false}
      aria-label={label}
      title={label}
      className={cn(buttonClasses({}), 'size-10! px-0! sm:size-9!', isGrouped && 'border-accent! text-accent!')}
    >
      <Layers aria-hidden />
    </PageLink>
  )
}

async function Live({ ctx: { member }, filter }: { ctx: Pick<OfficeContext, 'member'>; filter: RequestFilter }) {
  const t = await translations('liveCalls')
  return (
    <ClientTexts namespaces={['liveCalls']}>
      <LiveToggle
        page={`merchant-${member.merchantId}-${member.userId}`}
        query={requestsPath(filter).split('?')[1] ?? ''}
        className={cn(buttonClasses({}), 'px-2.5! aria-pressed:border-accent aria-pressed:text-accent')}
      >
        <Radio aria-hidden />
        <span className="max-sm:sr-only">{t('toggle')}</span>
      </LiveToggle>
    </ClientTexts>
  )
}
