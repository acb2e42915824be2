'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { useOfficeOfPage } from './office-of-page'

/** A form that may hold what was typed and not sent. */
type Guard = {
  readonly form: HTMLFormElement
  readonly isUnsent: () => boolean
  /** Asks, and calls `leave` if the reader says so. */
  readonly ask: (leave: () => void) => void
}

const guards = new Set<Guard>()

/** Asks first, before `leave`, when a form within `place` holds unsent work: then true. Without one nothing is called. */
export function asksBefore(leave: () => void, place: Node = document): boolean {
  const guard = [...guards].find(({ form, isUnsent }) => place.contains(form) && isUnsent())
  guard?.ask(leave)
  return guard !== undefined
}

type Snapshot = string

/**
 * What a form would send, without empty fields, which come and go with choices, and without passwords and codes: they are no work, and
 * nothing keeps them.
 */
function snapshotOf(entries: FormData, form: HTMLFormElement): Snapshot {
  const isSecret = (name: string) => {
    const control = form.elements.namedItem(name)
    return (
      control instanceof HTMLInputElement && /password|one-time-code/.test(`${control.type} ${control.autocomplete}`)
    )
  }
  return JSON.stringify(
    [...entries]
      .filter(([name, value]) => value !== '' && !isSecret(name))
      .map(([name, value]) => [name, typeof value === 'string' ? value : `${value.name} ${value.size}`])
      .filter(([, value]) => value !== ' 0'),
  )
}

/**
 * Keeps what somebody typed into a form of an office: a link, the way back and closing the tab ask first, and a dialog asks by
 * `asksBefore`. Links are caught at the window, whatever draws them; the way back by the Navigation API, where the browser has it. The
 * question of a closing tab is the browser's own. `prepare` loads the question: where it can't be had, the form stays.
 */
export function useUnsentGuard(ref: RefObject<HTMLFormElement | null>, prepare: () => Promise<unknown>) {
  const isGuarded = useOfficeOfPage() !== undefined
  const [touched, setTouched] = useState(false)
  const [leaving, setLeaving] = useState<() => void>()
  const atFirst = useRef<Snapshot>(undefined)

  useEffect(() => {
    if (ref.current) atFirst.current = snapshotOf(new FormData(ref.current), ref.current)
  }, [ref])

  useEffect(() => {
    const form = ref.current
    if (!touched || !isGuarded || !form) return
    const isUnsent = () => snapshotOf(new FormData(form), form) !== atFirst.current
    const ask = (leave: () => void) =>
      void prepare().then(
        () => setLeaving(() => leave),
        () => {},
      )
    const guard: Guard = { form, isUnsent, ask }
    guards.add(guard)
    let isFree = false
    const freely = (leave: () => void) => {
      isFree = true
      leave()
    }
    const onClick = (event: MouseEvent) => {
      const link = linkLeadingAway(event)
      if (link === undefined || isFree || !isUnsent()) return
      event.preventDefault()
      event.stopPropagation()
      guard.ask(() => freely(() => link.click()))
    }
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || isFree || !isUnsent()) return
      event.preventDefault()
      const { key } = event.destination
      guard.ask(() => freely(() => void navigation.traverseTo(key)))
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isFree && isUnsent()) event.preventDefault()
    }
    window.addEventListener('click', onClick, { capture: true })
    window.addEventListener('beforeunload', onUnload)
    if ('navigation' in window) navigation.addEventListener('navigate', onNavigate)
    return () => {
      guards.delete(guard)
      window.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener('beforeunload', onUnload)
      if ('navigation' in window) navigation.removeEventListener('navigate', onNavigate)
    }
  }, [ref, touched, isGuarded, prepare])

  return {
    onTouch: () => setTouched(true),
    /** This is on its way to the server, so that leaving does not lose it. Returns what takes it back, if the server refuses it. */
    onSend: (entries: FormData) => {
      const before = atFirst.current
      if (ref.current) atFirst.current = snapshotOf(entries, ref.current)
      return () => {
        atFirst.current = before
      }
    },
    question: {
      isOpen: leaving !== undefined,
      stay: () => setLeaving(undefined),
      leave: () => {
        setLeaving(undefined)
        leaving?.()
      },
    },
  }
}

/** The link that a press follows, if it leads to another page of ours in this tab. Others leave the page, or do not leave it. */
function linkLeadingAway(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.href === '' || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) {
    return undefined
  }
  const { origin, pathname, search } = new URL(link.href)
  if (origin !== location.origin) return undefined
  return pathname + search === location.pathname + location.search ? undefined : link
}
