import { Field } from '@/components/ui/field'
import { Filters, SelectFilter } from '@/components/ui/filters'
import { Input } from '@/components/ui/input'
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
    <Filters label={t('filters')} action={closingPage} address={closingPath(props.filter)} narrowed={0} inline>
      <Field name="day" label={t('day')} className="lg:w-48">
        <Input type="date" defaultValue={day} required />
      </Field>
      <SelectFilter
        name="branch"
        label={t('branch')}
        all={t('allBranches')}
        value={branch?.toString()}
        options={[
          ...props.branches.map(({ id, name, active }) => ({
            value: String(id),
            label: active ? name : t('inactive', { name }),
          })),
          { value: 'none', label: t('noBranch') },
        ]}
      />
    </Filters>
  )
}
