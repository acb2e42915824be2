'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import type { CallAnswer, callerHeader } from '@/lib/web/office-call'

const everyMs = 2_000
const failedMsMax = 30_000
const answerMsMax = 10_000

/** A run lasts no longer, so that a forgotten window does not keep its session from going idle. */
const patienceMs = 100 * 60_000

const header: typeof callerHeader = 'x-page-of'

/** Asks whether a run has changed, while somebody sees its page, and for the page anew when it has. */
export function FollowRun({ page, runId, stamp }: { page: string; runId: number; stamp: string }): null {
  const router = useRouter()
  const look = useEffectEvent(async (): Promise<'same' | 'failed' | 'ended'> => {
    const found = await stampOf(page, runId)
    if (found === 'failed' || found === 'ended') return found
    if (found.stamp !== stamp) router.refresh()
    return 'same'
  })
  useEffect(() => {
    const giveUpAt = Date.now() + patienceMs
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    let failures = 0
    const next = async () => {
      const found = document.hidden ? 'same' : await look()
      if (isGone || found === 'ended' || Date.now() > giveUpAt) return
      failures = found === 'failed' ? failures + 1 : 0
      timer = setTimeout(next, Math.min(everyMs * 2 ** failures, failedMsMax))
    }
    timer = setTimeout(next, everyMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])
  return null
}

async function stampOf(page: string, runId: number): Promise<{ stamp: string } | 'failed' | 'ended'> {
  try {
    const response = await fetch('/portal/certification/newer', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [header]: page },
      body: JSON.stringify({ runId: String(runId) }),
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(answerMsMax),
    })
    if (response.status === 401 || response.status === 403) return 'ended'
    const answer = (await response.json()) as CallAnswer<string>
    return 'value' in answer ? { stamp: answer.value } : 'failed'
  } catch {
    return 'failed'
  }
}
