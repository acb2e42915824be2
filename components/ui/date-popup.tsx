'use client'

import { Popover as Base } from '@base-ui/react/popover'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { DayPicker } from 'react-day-picker'
import { enUS } from 'react-day-picker/locale/en-US'
import { es } from 'react-day-picker/locale/es'
import { useLocale, useTranslations } from '@/components/texts'
import { dayInWords } from '@/lib/language/day-text'
import { type LocalDay, localDayOf } from '@/lib/language/days'

const arrow =
  'pointer-events-auto flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink'
const names = {
  root: 'relative select-none',
  nav: 'pointer-events-none absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrow,
  button_next: arrow,
  month_caption: 'flex h-9 items-center justify-center px-9',
  dropdowns: 'flex gap-1.5',
  caption_label: 'hidden',
  dropdown: 'h-8 rounded-md border border-control bg-canvas px-1 text-sm text-ink',
  month_grid: 'mt-2 border-collapse',
  weekday: 'h-8 w-10 text-xs font-normal text-muted',
  day: 'p-0 text-center',
  day_button:
    'size-10 cursor-pointer rounded-md text-sm hover:bg-hover disabled:cursor-not-allowed disabled:opacity-40',
  selected: '[&>button]:bg-accent! [&>button]:text-on-accent!',
  today: '[&>button]:font-semibold [&>button]:underline [&>button]:underline-offset-4',
}

/** A calendar counts in the browser's own days; noon is the same day on both sides, whatever its time zone does at midnight. */
const dateOf = (day: LocalDay): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)), 12)
const dayOf = (date: Date): LocalDay =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

const icons = { left: ChevronLeft, right: ChevronRight, up: ChevronDown, down: ChevronDown }

/** The calendar of a `DateInput`: a dialog as WAI-ARIA's date picker has it. Today is Santo Domingo's. */
export default function DatePopup(props: {
  anchor: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  chosen: LocalDay | undefined
  min: LocalDay | undefined
  max: LocalDay | undefined
  onChoose: (day: LocalDay) => void
}) {
  const t = useTranslations('ui')
  const locale = useLocale()
  const popup = useRef<HTMLDivElement>(null)
  const today = localDayOf(new Date())
  const { chosen, min, max } = props
  const first = min ?? '2000-01-01'
  const last = max ?? '2099-12-31'
  const inBounds = (day: LocalDay) => (day < first ? first : day > last ? last : day)
  return (
    <Base.Root
      modal="trap-focus"
      open={props.open}
      onOpenChange={(open, { reason, event }) => {
        // A press on the field's button closes it by itself.
        const isOwn = event.target instanceof Node && props.anchor.current?.contains(event.target) === true
        if (reason !== 'outside-press' || !isOwn) props.onOpenChange(open)
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={props.anchor} align="start" sideOffset={4} collisionPadding={8} className="z-55">
          <Base.Popup
            ref={popup}
            aria-label={t('calendar')}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('[role=grid] button[tabindex="0"]') ?? true}
            finalFocus={() => props.anchor.current?.querySelector<HTMLElement>('button[aria-haspopup]') ?? true}
            className="rounded-lg border border-line bg-raised p-3 text-ink shadow-popup"
          >
            <DayPicker
              mode="single"
              required
              locale={locale.startsWith('es') ? es : enUS}
              // Both in the Dominican Republic and in the United States (CLDR, weekData).
              weekStartsOn={0}
              captionLayout="dropdown"
              startMonth={dateOf(first)}
              endMonth={dateOf(last)}
              disabled={{ before: dateOf(first), after: dateOf(last) }}
              today={dateOf(today)}
              defaultMonth={dateOf(inBounds(chosen ?? today))}
              selected={chosen === undefined ? undefined : dateOf(chosen)}
              onSelect={(date) => props.onChoose(dayOf(date))}
              classNames={names}
              labels={{
                labelDayButton: (date, { today, selected }) =>
                  [
                    dayInWords(dayOf(date), locale),
                    ...(today ? [t('calendarToday')] : []),
                    ...(selected ? [t('calendarChosen')] : []),
                  ].join(', '),
              }}
              components={{
                Chevron: ({ orientation = 'right' }) => {
                  const Icon = icons[orientation]
                  return <Icon aria-hidden className="size-4" />
                },
              }}
            />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
