'use client'

import { useEffect, useRef, useState } from 'react'
import type { SearchGroup } from '@/lib/search/search'

const pauseMs = 200
const answerMsMax = 10_000
const nothing: readonly SearchGroup[] = []

/**
 * Asks an office what it has under a text, once nobody has typed for a moment; a later text ends the question for an earlier
 * one. The results before stay until the next are there, so that nothing jumps.
 */
export function useSearch(path: string) {
  const [groups, setGroups] = useState(nothing)
  const [state, setState] = useState<'ready' | 'searching' | 'failed' | 'ended'>('ready')
  const running = useRef<{ stop: () => void }>(undefined)
  useEffect(() => () => running.current?.stop(), [])

  const ask = (typed: string, delayMs: number) => {
    running.current?.stop()
    const text = typed.trim()
    if (text.length < 2) {
      setGroups(nothing)
      setState('ready')
      return
    }
    const control = new AbortController()
    setState('searching')
    const timer = setTimeout(async () => {
      try {
        const found = await post(path, text, AbortSignal.any([control.signal, AbortSignal.timeout(answerMsMax)]))
        if (control.signal.aborted) return
        setGroups(found ?? nothing)
        setState(found === undefined ? 'ended' : 'ready')
      } catch {
        if (control.signal.aborted) return
        setGroups(nothing)
        setState('failed')
      }
    }, delayMs)
    running.current = {
      stop: () => {
        clearTimeout(timer)
        control.abort()
      },
    }
  }
  return { groups, state, search: (text: string) => ask(text, pauseMs), again: (text: string) => ask(text, 0) }
}

/** What the office found; undefined where it knows the reader no more. The text travels in the body alone. */
async function post(path: string, text: string, signal: AbortSignal): Promise<readonly SearchGroup[] | undefined> {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ q: text }),
    signal,
  })
  if (answer.status === 401 || answer.status === 403) return undefined
  if (!answer.ok) throw new Error(`${answer.status}`)
  return (await answer.json()) as readonly SearchGroup[]
}
