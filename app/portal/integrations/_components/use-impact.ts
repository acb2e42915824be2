'use client'

import { useEffect, useState } from 'react'
import type { ShownImpact } from '../shown-impact'

type Asked = { impact?: ShownImpact; failed: boolean }

/** What depends on that credential, such as `key-12`, or on `all`: asked for once, when this is first shown. */
export function useImpact(credential: string): Asked {
  const [asked, setAsked] = useState<Asked>({ failed: false })
  useEffect(() => {
    const over = new AbortController()
    void look(credential, over.signal).then((impact) => {
      if (!over.signal.aborted) setAsked(impact === undefined ? { failed: true } : { impact, failed: false })
    })
    return () => over.abort()
  }, [credential])
  return asked
}

/** Undefined when it cannot be had. */
async function look(credential: string, signal: AbortSignal): Promise<ShownImpact | undefined> {
  try {
    const answer = await fetch(`/portal/integrations/impact?credential=${credential}`, { signal, redirect: 'error' })
    return answer.ok ? ((await answer.json()) as ShownImpact) : undefined
  } catch {
    return undefined
  }
}
