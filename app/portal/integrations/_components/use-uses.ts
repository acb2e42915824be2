'use client'

import { useEffect, useState } from 'react'
import type { Kind } from '../new-secret'
import type { Uses } from '../shown-uses'

const everyMs = 2_000
const patienceMs = 10 * 60_000

/**
 * The last uses of a credential, asked for again and again while the page is visible. The asking stops after ten minutes, so that a
 * forgotten window does not keep its session from going idle.
 */
export function useUses(kind: Kind, id: number): { uses: Uses | undefined; paused: boolean } {
  const [uses, setUses] = useState<Uses>()
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    const over = new AbortController()
    const giveUpAt = Date.now() + patienceMs
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      if (document.visibilityState === 'visible') {
        const answer = await look(kind, id, over.signal)
        if (answer !== undefined) setUses(answer)
      }
      if (over.signal.aborted) return
      if (Date.now() > giveUpAt) setPaused(true)
      else timer = setTimeout(ask, everyMs)
    }
    void ask()
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [kind, id])
  return { uses, paused }
}

/** Undefined when there is no answer: the next request may get one. */
async function look(kind: Kind, id: number, signal: AbortSignal): Promise<Uses | undefined> {
  try {
    const answer = await fetch(`/portal/integrations/uses?kind=${kind}&id=${id}`, { signal, redirect: 'error' })
    return answer.ok ? ((await answer.json()) as Uses) : undefined
  } catch {
    return undefined
  }
}
