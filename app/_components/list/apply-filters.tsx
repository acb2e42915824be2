'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { Spinner } from '@/components/ui/spinner'

/** The field that was changed last: the page that comes has new fields, and this one gets the focus back. */
let changed: string | undefined

/**
 * Applies the filters of the form around it as they are chosen, and a text when it is sent. Before this script has loaded, and
 * without it, the form is sent by its button.
 */
export function ApplyFilters({ page }: { page: string }) {
  const router = useRouter()
  const here = useRef<HTMLSpanElement>(null)
  const [pending, start] = useTransition()
  useEffect(() => {
    const form = here.current?.closest('form')
    if (!form) return
    // What the browser says of a field is in the browser's language.
    form.noValidate = true
    const named = changed === undefined ? null : form.elements.namedItem(changed)
    changed = undefined
    const back = named instanceof HTMLElement ? controlOf(named) : null
    if (back && document.activeElement === document.body) back.focus({ preventScroll: true })
    const apply = () => {
      const query = queryOf(new FormData(form))
      start(() => router.push(query.size > 0 ? `${page}?${query}` : page, { scroll: false }))
    }
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
      // A day changes under its name when it is one, and not while it is typed.
      if (target.name === '') return
      changed = target.name
      if ((target.name !== 'period' || target.value !== 'custom') && form.checkValidity()) apply()
    }
    const onSubmit = (event: Event) => {
      event.preventDefault()
      if (!isSound(form)) return
      const focused = document.activeElement
      changed = focused instanceof HTMLInputElement && focused.name !== '' ? focused.name : undefined
      apply()
    }
    form.addEventListener('change', onChange)
    form.addEventListener('submit', onSubmit)
    return () => {
      form.removeEventListener('change', onChange)
      form.removeEventListener('submit', onSubmit)
    }
  }, [page, router])
  return (
    <span ref={here} aria-hidden className="flex w-4 shrink-0 items-center max-sm:hidden">
      {pending ? <Spinner className="size-4 text-muted" /> : null}
    </span>
  )
}

/** The control that a reader sees, for one that sends what they chose there. */
const controlOf = (sending: HTMLElement): HTMLElement | null =>
  sending.closest('[data-date]')?.querySelector<HTMLElement>('input:not([type=hidden])') ?? sending

/** Whether every field matches its pattern; what the page says of the first that does not, as its title, is shown beside it. */
function isSound(form: HTMLFormElement): boolean {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[pattern]')) {
    input.setCustomValidity('')
    if (!input.validity.valid) input.setCustomValidity(input.title)
    input.addEventListener('input', () => input.setCustomValidity(''), { once: true })
  }
  return form.reportValidity()
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
