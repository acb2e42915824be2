import { branchField } from '@/app/_components/list/branch-field'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { type ClosingFilter, closingPage, closingPath } from '@/lib/closing/closing'
import { translations } from '@/lib/web/translations'

/** Which day, and of which branch. */
export async function ClosingFilters(props: {
  filter: ClosingFilter
  branches: readonly { id: number; name: string; active: boolean }[]
}) {
  const t = await translations('closing')
  const { day, branch } = props.filter
  return (
    <FilterBar
      label={t('filters')}
      page={closingPage}
      address={closingPath(props.filter)}
      fields={[
        { kind: 'day', name: 'day', label: t('day'), value: day },
        branchField(props.branches, branch, {
          label: t('branch'),
          all: t('allBranches'),
          inactive: (name) => t('inactive', { name }),
          none: t('noBranch'),
        }),
      ]}
      inline
    />
  )
}
