'use client'

import { LoaderCircle } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'

/** A day is typed part by part, and each part that makes a date is a change. */
const dayPauseMs = 900

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
    const back = changed === undefined ? null : form.elements.namedItem(changed)
    changed = undefined
    if (back instanceof HTMLElement && document.activeElement === document.body) back.focus({ preventScroll: true })
    let timer: ReturnType<typeof setTimeout> | undefined
    const apply = () => {
      clearTimeout(timer)
      const query = queryOf(new FormData(form))
      start(() => router.push(query.size > 0 ? `${page}?${query}` : page, { scroll: false }))
    }
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
      changed = target.name
      clearTimeout(timer)
      if (target.type === 'date') {
        if (target.value === '' || Number(target.value.slice(0, 4)) >= 2000) timer = setTimeout(apply, dayPauseMs)
      } else if (target.name !== 'period' || target.value !== 'custom') {
        if (form.checkValidity()) apply()
      }
    }
    const onSubmit = (event: Event) => {
      event.preventDefault()
      const focused = document.activeElement
      changed = focused instanceof HTMLInputElement ? focused.name : undefined
      apply()
    }
    form.addEventListener('change', onChange)
    form.addEventListener('submit', onSubmit)
    return () => {
      clearTimeout(timer)
      form.removeEventListener('change', onChange)
      form.removeEventListener('submit', onSubmit)
    }
  }, [page, router])
  return (
    <span ref={here} aria-hidden className="flex w-4 shrink-0 items-center max-sm:hidden">
      {pending ? <LoaderCircle className="size-4 animate-spin text-muted" /> : null}
    </span>
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
