'use client'

import { useEffect, useState } from 'react'
import type { BranchChoice } from '../branch-choice'

/** The merchant's branches, asked for once. */
export function useBranches(): { branches: readonly BranchChoice[]; failed: boolean } {
  const [branches, setBranches] = useState<readonly BranchChoice[]>([])
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const over = new AbortController()
    const ask = async () => {
      try {
        const answer = await fetch('/portal/integrations/branches', { signal: over.signal, redirect: 'error' })
        if (!answer.ok) throw new Error(`${answer.status}`)
        setBranches((await answer.json()) as BranchChoice[])
      } catch {
        if (!over.signal.aborted) setFailed(true)
      }
    }
    void ask()
    return () => over.abort()
  }, [])
  return { branches, failed }
}
