'use client'

import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslations } from '@/components/texts'
import { dayInWords, readDay, writeDay } from '@/lib/language/day-text'
import type { LocalDay } from '@/lib/language/days'
import { cn } from './cn'
import { useField } from './field'
import { Input } from './input'

const load = () => import('./date-popup')
const Popup = lazy(load)

type DateInputProps = {
  defaultValue?: LocalDay | undefined
  /** The first and the last day that can be chosen. */
  min?: LocalDay | undefined
  max?: LocalDay | undefined
  /** The name and the label, where no `Field` gives them. */
  name?: string
  label?: string
  /** For a row of filters: the words are there for a screen reader and on hover; the page says which day is in force. */
  compact?: boolean
  className?: string | undefined
  inputClassName?: string | undefined
}

/**
 * A day, typed in the order of the office's language or chosen from a calendar, and told in words: the browser's own date input follows
 * the browser's language, so 03/04 may be another day there. Sends `2026-04-03`, or what was typed when that is no day; a `change` of
 * what is sent bubbles as that of any control. Without a script it is the browser's own.
 */
export function DateInput({
  defaultValue,
  min,
  max,
  label,
  compact = false,
  className,
  inputClassName,
  ...rest
}: DateInputProps) {
  const t = useTranslations('ui')
  const locale = useLocale()
  const field = useField()
  const name = rest.name ?? field.name
  const wordsId = useId()
  // A form whose day is not chosen yet gives an empty text.
  const initial = defaultValue ? writeDay(defaultValue, locale) : ''
  const [text, setText] = useState(initial)
  const [left, setLeft] = useState(false)
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const sent = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const committed = useRef(defaultValue ?? '')
  const day = readDay(text, locale)
  const words = day === undefined ? '' : dayInWords(day, locale)
  const outside = day !== undefined && ((min !== undefined && day < min) || (max !== undefined && day > max))
  const fault =
    text.trim() === '' || !left
      ? undefined
      : day === undefined
        ? t('dayUnreadable', { format: t('dayFormat') })
        : outside
          ? t('dayOutside')
          : undefined

  // Written at once, so that whoever reads the form on this very event finds it.
  const type = (typed: string) => {
    setText(typed)
    if (sent.current) sent.current.value = readDay(typed, locale) ?? typed.trim()
  }
  const commit = () => {
    const { current } = sent
    setLeft(true)
    if (!current || current.value === committed.current) return
    if (current.value !== '' && readDay(current.value, locale) === undefined) return
    committed.current = current.value
    current.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const leave = () => {
    if (day !== undefined) setText(writeDay(day, locale))
    commit()
  }
  useEffect(() => {
    const form = sent.current?.form
    const onReset = () => setText(initial)
    form?.addEventListener('reset', onReset)
    return () => form?.removeEventListener('reset', onReset)
  }, [initial])

  return (
    <div data-date ref={frame} className={cn('min-w-0', className)}>
      <noscript>
        <Input type="date" {...(name === undefined ? {} : { name })} defaultValue={defaultValue} aria-label={label} />
      </noscript>
      <div className="relative noscript:hidden">
        <Input
          {...field}
          name={undefined}
          aria-label={label}
          title={words || label}
          suppressHydrationWarning
          aria-describedby={[field['aria-describedby'], wordsId].filter(Boolean).join(' ')}
          {...(fault === undefined ? {} : { 'aria-invalid': true })}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('dayFormat')}
          maxLength={20}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave()
            if (event.key !== 'ArrowDown' || !event.altKey) return
            event.preventDefault()
            setUsed(true)
            setOpen(true)
          }}
          className={cn('pr-10 tabular-nums', inputClassName)}
        />
        <button
          type="button"
          aria-label={t('openCalendar')}
          aria-haspopup="dialog"
          aria-expanded={open}
          title={t('openCalendar')}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => {
            setUsed(true)
            setOpen(!open)
          }}
          className="absolute inset-y-0 right-1 my-auto flex size-8 items-center justify-center rounded-md text-muted hover:text-ink"
        >
          <CalendarDays aria-hidden className="size-4" />
        </button>
      </div>
      {/* Enabled by the script: without one, the field above sends the day. */}
      <input
        ref={(input) => {
          sent.current = input
          if (input) input.disabled = false
        }}
        type="hidden"
        disabled
        name={name}
        value={day ?? text.trim()}
      />
      {/* Has its place before it has words: leaving the field moves nothing, such as the button that is about to be pressed. Node and browsers have other data of Intl; the server's text stays until another day is chosen. */}
      <p
        id={wordsId}
        aria-live="polite"
        suppressHydrationWarning
        className={cn(
          compact && fault === undefined ? 'sr-only' : 'mt-1 min-h-4 text-xs text-pretty',
          fault === undefined ? 'text-muted' : 'text-danger',
        )}
      >
        {fault ?? words}
      </p>
      {used ? (
        <Suspense fallback={null}>
          <Popup
            anchor={frame}
            open={open}
            onOpenChange={setOpen}
            chosen={day}
            min={min}
            max={max}
            onChoose={(chosen) => {
              type(writeDay(chosen, locale))
              commit()
              setOpen(false)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
