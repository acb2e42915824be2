import { ChevronDown, Search, SlidersHorizontal, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { PageLink } from '@/components/ui/page-link'
import { writeAddress } from '@/lib/kernel/address'
import { startOfDay } from '@/lib/language/days'
import { type Period, periodChoices } from '@/lib/language/periods'
import { pageFormats, translations } from '@/lib/web/translations'
import { ApplyFilters } from './apply-filters'
import { FilterDays } from './filter-days'

type SelectField = {
  readonly kind: 'select'
  readonly name: string
  readonly label: string
  /** The text for "any of them"; absent when one of them is always chosen. */
  readonly all?: string
  readonly value: string | undefined
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

type PeriodField = {
  readonly kind: 'period'
  readonly period: Period
  /** The period of the list when its address says none. */
  readonly usual: Period
  readonly choices?: readonly (typeof periodChoices)[number][]
}

/** A day, which is always chosen unless said otherwise. */
type DayField = {
  readonly kind: 'day'
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly isOptional?: boolean
}

/** What is chosen elsewhere on the page, such as in a chart: the bar keeps it, and its chip takes it away. */
type ChosenField = {
  readonly kind: 'chosen'
  readonly name: string
  readonly label: string
  readonly value: { readonly value: string; readonly label: string } | undefined
}

export type FilterField = SelectField | PeriodField | DayField | ChosenField

type SearchField = {
  readonly label: string
  readonly hint?: string
  readonly value: string | undefined
  /** The pattern that the text must match, and what the browser says if it does not: the form is then not sent. */
  readonly only?: { readonly pattern: string; readonly text: string }
}

/**
 * The filters of a list in one row: a form whose entries become the address. They apply as they are chosen, and below stands what is
 * in force, each with a cross. `address` is the list's present address; what it says beside the filters, such as the order, stays.
 * On a phone one button shows and hides all but the search.
 */
export async function FilterBar(props: {
  label: string
  page: string
  address: string
  search?: SearchField
  fields: readonly FilterField[]
  /** For one or two fields that say what the page is about: a phone shows them too. */
  inline?: boolean
  /** What stands at the end of the row. */
  tools?: ReactNode
}) {
  const { page, address, search, fields } = props
  const t = await translations('ui')
  const chips = await chipsOf(search, fields)
  const asked = new URLSearchParams(address.split('?')[1])
  const own = new Set(['q', ...fields.flatMap((field) => (field.kind === 'period' ? periodNames : [field.name]))])
  const kept = [...asked].filter(([name]) => !own.has(name))
  const without = (names: readonly string[]) =>
    writeAddress(
      page,
      [...asked].filter(([name]) => !names.includes(name)),
    )
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <div className="flex items-start gap-2">
        <form
          key={address}
          action={page}
          aria-label={props.label}
          className="group/filters flex min-w-0 flex-1 flex-wrap items-center gap-2"
        >
          {kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {search === undefined ? null : <SearchInput {...search} isNarrow={fields.length > 3} />}
          {fields.length === 0 ? null : (
            <>
              <details className={cn('lg:hidden', props.inline && 'hidden')}>
                <summary className={cn(control, 'flex cursor-pointer list-none items-center gap-1.5 px-3 text-sm!')}>
                  <SlidersHorizontal aria-hidden className="size-4" />
                  {t('moreFilters', { count: chips.filter(({ isField }) => isField).length })}
                </summary>
              </details>
              <div
                className={cn(
                  'contents max-lg:w-full max-lg:grid-cols-2 max-lg:gap-2',
                  props.inline ? 'max-lg:grid' : 'max-lg:hidden max-lg:group-has-[details[open]]/filters:grid',
                )}
              >
                {fields.map((field) => (
                  <FieldInput key={field.kind === 'period' ? 'period' : field.name} field={field} t={t} />
                ))}
              </div>
            </>
          )}
          <button type="submit" className={cn(control, 'hidden px-3 font-medium noscript:block')}>
            {t('applyFilters')}
          </button>
          <ApplyFilters page={page} />
        </form>
        {props.tools}
      </div>
      {chips.length === 0 ? null : (
        <ul aria-label={t('inForce')} className="flex flex-wrap items-center gap-1.5">
          {chips.map(({ names, text }) => (
            <li key={names.join()}>
              <PageLink
                href={without(names)}
                scroll={false}
                className="inline-flex h-9 max-w-64 items-center gap-1 rounded-full bg-accent-soft pr-1.5 pl-2.5 text-xs font-medium text-accent hover:bg-hover sm:h-7"
              >
                <span className="sr-only">{t('removeFilter')}</span>
                <span className="truncate">{text}</span>
                <X aria-hidden className="size-3.5 shrink-0" />
              </PageLink>
            </li>
          ))}
          <li>
            <PageLink
              href={writeAddress(page, kept)}
              scroll={false}
              className="rounded-sm px-1.5 text-xs font-medium text-muted underline underline-offset-4 hover:text-ink max-sm:py-3"
            >
              {t('clearFilters')}
            </PageLink>
          </li>
        </ul>
      )}
    </div>
  )
}

const periodNames = ['period', 'from', 'to']

/** What is in force, in words. */
async function chipsOf(search: SearchField | undefined, fields: readonly FilterField[]) {
  const t = await translations('ui')
  const { date } = await pageFormats()
  const chips: { names: readonly string[]; text: string; isField: boolean }[] = []
  if (search?.value !== undefined && search.value !== '') {
    chips.push({ names: ['q'], text: t('quoted', { text: search.value }), isField: false })
  }
  for (const field of fields) {
    if (field.kind === 'day') {
      if (!field.isOptional || field.value === undefined) continue
      const text = `${field.label}: ${date(startOfDay(field.value))}`
      chips.push({ names: [field.name], text, isField: true })
      continue
    }
    if (field.kind === 'chosen') {
      if (field.value === undefined) continue
      chips.push({ names: [field.name], text: `${field.label}: ${field.value.label}`, isField: true })
    } else if (field.kind === 'select') {
      const chosen = field.options.find(({ value }) => value === field.value)
      if (chosen === undefined || field.all === undefined) continue
      chips.push({ names: [field.name], text: `${field.label}: ${chosen.label}`, isField: true })
    } else if (field.period.kind === 'custom') {
      const { from, to } = field.period
      const ends = [
        from === undefined ? undefined : `${t('periodFrom')} ${date(startOfDay(from))}`,
        to === undefined ? undefined : `${t('periodTo')} ${date(startOfDay(to))}`,
      ]
      chips.push({ names: periodNames, text: ends.filter(Boolean).join(' · '), isField: true })
    } else if (field.period.kind !== field.usual.kind && !(search?.value && field.period.kind === 'all')) {
      chips.push({ names: periodNames, text: t(`periods.${field.period.kind}`), isField: true })
    }
  }
  return chips
}

/** 16 px on a phone: below that, iOS zooms into the page. */
const control =
  'h-10 min-w-0 rounded-md border border-control bg-canvas text-base text-ink shadow-control hover:border-muted sm:h-9 sm:text-sm'

/** Beside many filters it leaves them the room for their words. */
function SearchInput({ label, hint, value, only, isNarrow }: SearchField & { isNarrow: boolean }) {
  return (
    <label className={cn('relative min-w-0 grow basis-36', isNarrow ? 'lg:max-w-56' : 'lg:max-w-72')}>
      <span className="sr-only">{label}</span>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted" />
      <input
        type="search"
        name="q"
        defaultValue={value}
        placeholder={label}
        title={only?.text ?? hint}
        pattern={only?.pattern}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        className={cn(control, 'w-full pr-2 pl-8 text-ellipsis placeholder:text-muted')}
      />
    </label>
  )
}

type Texts = Awaited<ReturnType<typeof translations<'ui'>>>

function FieldInput({ field, t }: { field: FilterField; t: Texts }) {
  if (field.kind === 'period') return <PeriodInputs field={field} t={t} />
  if (field.kind === 'select') return <Choice {...field} />
  if (field.kind === 'chosen') {
    return field.value === undefined ? null : <input type="hidden" name={field.name} value={field.value.value} />
  }
  return <FilterDays isCustom days={[{ name: field.name, label: field.label, day: field.value }]} />
}

function Choice({ name, label, all, value, options }: Omit<SelectField, 'kind'>) {
  return (
    // One that is always chosen is as wide as its choices: it says what the page is about.
    <label className={cn('relative min-w-0 lg:max-w-44', all === undefined ? 'lg:shrink-0' : 'lg:grow lg:basis-24')}>
      <span className="sr-only">{label}</span>
      <select
        name={name}
        defaultValue={value ?? ''}
        className={cn(
          control,
          'w-full appearance-none truncate pr-7 pl-2.5',
          all !== undefined && value !== undefined && 'border-accent!',
        )}
      >
        {all === undefined ? null : <option value="">{label}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-muted" />
    </label>
  )
}

/** The presets of a period, and two days that show only for a custom one. */
function PeriodInputs({ field: { period, choices }, t }: { field: PeriodField; t: Texts }) {
  const days = period.kind === 'custom' ? period : undefined
  return (
    <div className="group/period contents">
      <Choice
        name="period"
        label={t('period')}
        value={period.kind}
        options={(choices ?? periodChoices).map((value) => ({ value, label: t(`periods.${value}`) }))}
      />
      <FilterDays
        isCustom={period.kind === 'custom'}
        days={[
          { name: 'from', label: t('periodFrom'), day: days?.from },
          { name: 'to', label: t('periodTo'), day: days?.to },
        ]}
      />
    </div>
  )
}
