'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import type { CallAnswer, callerHeader } from '@/lib/web/office-call'
import { shownCalls } from './shown-calls'

const everyMs = 3_000
const failedMsMax = 30_000
const answerMsMax = 10_000
/** Calls are written within a second. */
const writtenMs = 1_200

const idleMsMax = 10 * 60_000

const header: typeof callerHeader = 'x-page-of'
const activity = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'touchstart'] as const

type Following = 'following' | 'offline' | 'stopped' | 'ended'

export type Followed = {
  /** Whose page this is, as its calls say it. */
  readonly page: string
  /** The filter of the calls, as the address of their list has it. */
  readonly query: string
  /** A selector of what holds the links of the rows. */
  readonly within: string
  /** Whether somebody reads the rows, so that none may move. */
  readonly isRead: () => boolean
  readonly isPaused?: boolean
  /** A call was made since, when it is another number: it is asked for as soon as it is written. */
  readonly made?: number
}

/**
 * Asks every few seconds what came. Nothing is asked while the page is hidden, nor after ten minutes without anybody; without a network
 * it goes on once there is one.
 */
export function useFollowing(props: Followed & { show: () => void; isShowing: boolean }) {
  const [state, setState] = useState<Following>('following')
  const [waiting, setWaiting] = useState(0)

  const ask = useEffectEvent(async (): Promise<Following> => {
    if (props.isShowing) return 'following'
    const shown = shownCalls(props.within)
    const ids = [...shown.keys()].sort()
    const came = await newerCalls(props.page, { query: props.query, newest: ids.at(-1) ?? null })
    if (typeof came === 'string') return came
    // Older than every row shown is what the page has no room for.
    const fresh = came.filter((id) => !shown.has(id) && id > (ids[0] ?? ''))
    if (fresh.length > 0 && !props.isRead()) props.show()
    setWaiting(fresh.length > 0 && props.isRead() ? fresh.length : 0)
    return 'following'
  })

  const isOver = props.isPaused === true || state === 'stopped' || state === 'ended'
  const { made = 0 } = props
  useEffect(() => {
    if (isOver) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let failures = 0
    let isGone = false
    let lastActive = Date.now()
    const next = async () => {
      clearTimeout(timer)
      if (document.hidden || isAsking) return
      if (Date.now() - lastActive > idleMsMax) return setState('stopped')
      isAsking = true
      const found = await ask()
      isAsking = false
      if (isGone) return
      setState(found)
      failures = found === 'offline' ? failures + 1 : 0
      if (found !== 'ended') timer = setTimeout(next, Math.min(everyMs * 2 ** failures, failedMsMax))
    }
    const onActivity = () => {
      lastActive = Date.now()
    }
    const onBack = () => {
      onActivity()
      void next()
    }
    for (const kind of activity) addEventListener(kind, onActivity, { passive: true })
    addEventListener('online', onBack)
    document.addEventListener('visibilitychange', onBack)
    timer = setTimeout(next, made === 0 ? 0 : writtenMs)
    return () => {
      isGone = true
      clearTimeout(timer)
      for (const kind of activity) removeEventListener(kind, onActivity)
      removeEventListener('online', onBack)
      document.removeEventListener('visibilitychange', onBack)
    }
  }, [isOver, made])
  return { state, waiting, seen: () => setWaiting(0), goOn: () => setState('following') }
}

async function newerCalls(page: string, asked: { query: string; newest: string | null }) {
  if (!navigator.onLine) return 'offline'
  try {
    const response = await fetch('/portal/requests/newer', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [header]: page },
      body: JSON.stringify(asked),
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(answerMsMax),
    })
    if (response.status === 401 || response.status === 403) return 'ended'
    const answer = (await response.json()) as CallAnswer<readonly string[]>
    return 'value' in answer ? answer.value : 'offline'
  } catch {
    return 'offline'
  }
}
