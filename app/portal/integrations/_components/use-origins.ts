'use client'

import { useEffect, useState } from 'react'
import type { RefusedList, ShownOrigins } from '../shown-origins'

/** What a list of networks would have done: `fault` is for a list that can't be read, `failed` for an answer that can't be had. */
type Tried =
  | { readonly state: 'asking' | 'failed' }
  | { readonly state: 'tried'; readonly origins: ShownOrigins; readonly list: string }
  | { readonly state: 'fault'; readonly fault: RefusedList }

/** Tries lists on the last calls of a credential, such as `key-12`; first an empty one, which tells from where it has called. */
export function useOrigins(credential: string) {
  const [tried, setTried] = useState<Tried>({ state: 'asking' })
  const [list, setList] = useState('')
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again for the same list.
  useEffect(() => {
    const over = new AbortController()
    setTried({ state: 'asking' })
    void look(credential, list, over.signal).then((next) => over.signal.aborted || setTried(next))
    return () => over.abort()
  }, [credential, list, turn])
  const tryList = (next: string) => {
    setList(next)
    setTurn(turn + 1)
  }
  return { tried, tryList }
}

async function look(credential: string, list: string, signal: AbortSignal): Promise<Tried> {
  const query = new URLSearchParams({
    credential,
    addresses: list
      .split(/[\s,;]+/)
      .filter(Boolean)
      .join(),
  })
  try {
    const answer = await fetch(`/portal/integrations/origins?${query}`, { signal, redirect: 'error' })
    if (!answer.ok) return { state: 'failed' }
    const told = (await answer.json()) as ShownOrigins | RefusedList
    return 'calls' in told ? { state: 'tried', origins: told, list } : { state: 'fault', fault: told }
  } catch {
    return { state: 'failed' }
  }
}
