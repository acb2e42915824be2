import { UserLock } from 'lucide-react'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { viewOf } from '@/app/_components/list/view'
import { Figures } from '@/components/ui/figures'
import { EmptyState } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import { startOfDay } from '@/lib/language/days'
import { type CasesFilter, casePath, caseStates, casesPath, privacyPage } from '@/lib/privacy/cases'
import { type CaseRow, listCases } from '@/lib/privacy/show-cases'
import type { OperatorMemberContext } from '@/lib/web/operator-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { Standing } from './standing'

/** The cases of a state, those that are due first above, and how many are open. */
export async function CasesList({ ctx, filter }: { ctx: OperatorMemberContext; filter: CasesFilter }) {
  const { cases, counts, before, after } = await listCases(ctx, filter)
  const [t, { number }] = await Promise.all([translations('privacy'), pageFormats()])
  const isUsual = filter.state === 'open'
  const view = viewOf(filter, casesPath)
  return (
    <>
      <Figures
        label={t('counts')}
        figures={[
          { key: 'open', label: t('open'), value: number(counts.open) },
          { key: 'overdue', label: t('overdue'), value: number(counts.overdue) },
          { key: 'soon', label: t('soon'), value: number(counts.soon) },
        ]}
      />
      <div className="flex flex-col gap-4">
        <FilterBar
          label={t('filters')}
          page={privacyPage}
          address={casesPath(filter)}
          fields={[
            {
              kind: 'select',
              name: 'state',
              label: t('state'),
              value: filter.state,
              options: [...caseStates, 'all' as const].map((value) => ({ value, label: t(`statesOf.${value}`) })),
            },
          ]}
        />
        {cases.length > 0 ? (
          <>
            <ListTable
              view={view}
              hrefOf={({ id }) => casePath(id)}
              caption={t('caption')}
              rows={cases}
              sortable={['due']}
              rowKey={({ id }) => id}
              columns={await columns()}
            />
            <ListFoot
              view={view}
              previous={before === undefined ? undefined : casesPath(filter, { before })}
              next={after === undefined ? undefined : casesPath(filter, { after })}
            >
              <span className="text-xs text-muted">{t('count', { count: counts.open })}</span>
            </ListFoot>
          </>
        ) : isUsual ? (
          <EmptyState icon={<UserLock aria-hidden />} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        ) : (
          <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={privacyPage} />
        )}
      </div>
    </>
  )
}

async function columns(): Promise<Column<CaseRow>[]> {
  const [t, { date, number }] = await Promise.all([translations('privacy'), pageFormats()])
  return [
    { key: 'case', label: t('columns.case'), heading: true, cell: ({ id }) => t('caseName', { id: String(id) }) },
    { key: 'kind', label: t('columns.kind'), phone: 'below', cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      ...{ key: 'state', label: t('columns.state'), phone: 'end' },
      cell: (one) => <Standing of={one} />,
    },
    {
      ...{ key: 'due', label: t('columns.due'), phone: 'below-end' },
      cell: ({ dueOn }) => <span className="whitespace-nowrap">{date(startOfDay(dueOn))}</span>,
    },
    { key: 'received', label: t('columns.received'), cell: ({ receivedOn }) => date(startOfDay(receivedOn)) },
    { key: 'people', label: t('columns.people'), align: 'right', cell: ({ people }) => number(people) },
  ]
}
