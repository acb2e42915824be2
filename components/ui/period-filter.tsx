'use client'

import { useTranslations } from '@/components/texts'
import { type Period, periodChoices } from '@/lib/language/periods'
import { DateInput } from './date-input'
import { Field } from './field'
import { Select } from './input'

/** On a wide screen the fields share a row. */
const inRow = 'min-w-0 lg:max-w-72 lg:flex-1 lg:basis-32'

/**
 * A period of `lib/language/periods.ts`: its presets, and two days that show only for a custom period. `choices` leaves some of
 * them out.
 */
export function PeriodFilter(props: {
  period: Period
  label?: string
  choices?: readonly (typeof periodChoices)[number][]
}) {
  const t = useTranslations('ui')
  const { period } = props
  const chosen = period.kind === 'custom' ? period : undefined
  return (
    <div className="group/period contents">
      <Field name="period" label={props.label ?? t('period')} className={inRow}>
        <Select
          defaultValue={period.kind}
          options={(props.choices ?? periodChoices).map((value) => ({ value, label: t(`periods.${value}`) }))}
        />
      </Field>
      <Field name="from" label={t('periodFrom')} className={whenChosen}>
        <DateInput compact defaultValue={chosen?.from} />
      </Field>
      <Field name="to" label={t('periodTo')} className={whenChosen}>
        <DateInput compact defaultValue={chosen?.to} />
      </Field>
    </div>
  )
}

const whenChosen = `hidden group-has-[option[value=custom]:checked]/period:flex ${inRow}`
