'use client'

import { useEffect, useState } from 'react'
import type { ShownProposal } from '../shown-proposal'

type Asked = { proposal?: ShownProposal; failed: boolean }

/** What replacing that credential, such as `key-12`, would make: asked for once, when this is first shown. */
export function useProposal(credential: string): Asked {
  const [asked, setAsked] = useState<Asked>({ failed: false })
  useEffect(() => {
    const over = new AbortController()
    void look(credential, over.signal).then((proposal) => {
      if (!over.signal.aborted) setAsked(proposal === undefined ? { failed: true } : { proposal, failed: false })
    })
    return () => over.abort()
  }, [credential])
  return asked
}

/** Undefined when it cannot be had. */
async function look(credential: string, signal: AbortSignal): Promise<ShownProposal | undefined> {
  try {
    const address = `/portal/integrations/replacement?credential=${credential}`
    const answer = await fetch(address, { signal, redirect: 'error' })
    return answer.ok ? ((await answer.json()) as ShownProposal) : undefined
  } catch {
    return undefined
  }
}
