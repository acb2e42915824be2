'use client'

import { ChevronDown, Search, SlidersHorizontal } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { type Period, periodChoices } from '@/lib/language/periods'
import { Button } from './button'
import { cn } from './cn'
import { Field } from './field'
import { Input, Select } from './input'
import { ButtonLink } from './link'

/**
 * The filters of a list: a form whose entries become the URL, so that the list can be sent to a colleague and the form works
 * before the script has loaded. `action` is the path of the list, `address` its present URL (the fields are made anew when it
 * changes), `narrowed` how many of the fields below the search are in use. On a phone one button shows and hides those fields.
 *
 *   <Filters label={t('filters')} action="/portal/consumptions" address={consumptionsPath(filter)} narrowed={2}
 *     search={<SearchFilter label={t('search')} value={filter.search} />}>
 *     <PeriodFilter period={filter.period} />
 *     <SelectFilter name="branch" label={t('branch')} all={t('allBranches')} value={…} options={…} />
 *   </Filters>
 */
export function Filters(props: {
  label: string
  action: string
  address: string
  narrowed: number
  /** Stands before the other fields, and is never hidden. */
  search?: ReactNode
  /** For two or three fields that say what the page is about: they are never hidden. */
  inline?: boolean
  children: ReactNode
}) {
  const t = useTranslations('ui')
  const router = useRouter()
  const [pending, start] = useTransition()
  const submitted = useRef(false)
  const isNarrowed = props.narrowed > 0 || new URLSearchParams(props.address.split('?')[1]).has('q')
  return (
    <form
      key={props.address}
      action={props.action}
      aria-label={props.label}
      className="group/filters flex flex-col gap-3 max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)] print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        submitted.current = true
        const query = queryOf(new FormData(event.currentTarget))
        start(() => router.push(query.size > 0 ? `${props.action}?${query}` : props.action))
      }}
    >
      {props.search === undefined ? null : <div className="max-lg:col-span-2">{props.search}</div>}
      <details className={cn('group lg:hidden', props.inline && 'hidden')}>
        <summary className="inline-flex h-10 cursor-pointer list-none items-center gap-2 rounded-md border border-line bg-raised px-4 text-sm font-medium shadow-control [&::-webkit-details-marker]:hidden">
          <SlidersHorizontal aria-hidden className="size-4" />
          {t('moreFilters', { count: props.narrowed })}
          <ChevronDown aria-hidden className="size-4 text-muted group-open:rotate-180" />
        </summary>
      </details>
      <div className="gap-3 max-lg:contents lg:flex lg:flex-wrap lg:items-end">
        <div
          className={cn(
            'gap-3 max-lg:col-span-2 max-lg:grid max-lg:grid-cols-1 max-lg:min-[420px]:grid-cols-2 lg:contents',
            !props.inline && ['max-lg:hidden', 'max-lg:group-has-[details[open]]/filters:grid'],
          )}
        >
          {props.children}
        </div>
        <div
          className={cn(
            'flex gap-2',
            // On a phone, beside the button that unfolds the fields, while there is room.
            props.inline || isNarrowed ? 'max-lg:col-span-2' : 'max-lg:group-has-[details[open]]/filters:col-span-2',
            props.search === undefined &&
              !props.inline && ['max-lg:hidden', 'max-lg:group-has-[details[open]]/filters:flex'],
          )}
        >
          <Button type="submit" pending={pending} autoFocus={submitted.current} className="max-sm:flex-1">
            {t('applyFilters')}
          </Button>
          {isNarrowed ? (
            <ButtonLink variant="ghost" href={props.action}>
              {t('clearFilters')}
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </form>
  )
}

/** The entries, without the empty ones and, unless the period is custom, without the two days. */
function queryOf(entries: FormData): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of entries) {
    if (typeof value === 'string' && value.trim() !== '') query.set(name, value.trim())
  }
  if (entries.has('period') && entries.get('period') !== 'custom') {
    query.delete('from')
    query.delete('to')
  }
  return query
}

/** On a wide screen the fields share a row. */
const inRow = 'min-w-0 lg:max-w-72 lg:flex-1 lg:basis-32'

/** Chooses one of several options, or any. */
export function SelectFilter(props: {
  name: string
  label: string
  /** The text for "any of them"; absent when one of them is always chosen. */
  all?: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
}) {
  return (
    <Field name={props.name} label={props.label} className={inRow}>
      <Select
        defaultValue={props.value ?? ''}
        options={props.options}
        {...(props.all === undefined ? {} : { placeholder: props.all })}
      />
    </Field>
  )
}

/** A text to look for, as the parameter `q` unless said otherwise. */
export function SearchFilter(props: {
  name?: string
  label: string
  hint?: string
  value: string | undefined
  /** The pattern that the text must match, and what the browser says if it does not: the form is then not sent. */
  only?: { readonly pattern: string; readonly text: string }
}) {
  return (
    <Field name={props.name ?? 'q'} label={props.label} {...(props.hint === undefined ? {} : { hint: props.hint })}>
      <SearchInput value={props.value} only={props.only} />
    </Field>
  )
}

function SearchInput(
  props: Pick<Parameters<typeof SearchFilter>[0], 'value'> & {
    only: { readonly pattern: string; readonly text: string } | undefined
  },
) {
  return (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <Input
        type="search"
        defaultValue={props.value}
        pattern={props.only?.pattern}
        title={props.only?.text}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        className="pl-9"
      />
    </div>
  )
}

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
        <Input type="date" defaultValue={chosen?.from} />
      </Field>
      <Field name="to" label={t('periodTo')} className={whenChosen}>
        <Input type="date" defaultValue={chosen?.to} />
      </Field>
    </div>
  )
}

const whenChosen = `hidden group-has-[option[value=custom]:checked]/period:flex ${inRow}`
