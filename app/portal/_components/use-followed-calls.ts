'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, useTransition } from 'react'
import { shownCalls } from './shown-calls'
import { type Followed, useFollowing } from './use-following'

const markedMs = 10_000
const mark = 'bg-accent-soft'

/**
 * Follows the calls that come: new rows are marked for a moment, and `came` says how many were. The rows themselves are the server's,
 * asked for again only when there is something new.
 */
export function useFollowedCalls(asked: Followed) {
  const router = useRouter()
  const [loading, start] = useTransition()
  const before = useRef<ReadonlySet<string>>(undefined)
  const [came, setCame] = useState(0)

  const show = () => {
    before.current = new Set(shownCalls(asked.within).keys())
    start(() => router.refresh())
  }
  const { seen, ...following } = useFollowing({ ...asked, show, isShowing: loading })

  useEffect(() => {
    if (loading || before.current === undefined) return
    const known = before.current
    before.current = undefined
    const fresh = [...shownCalls(asked.within)].flatMap(([id, row]) => (known.has(id) ? [] : row))
    if (fresh.length === 0) return
    for (const row of fresh) row.classList.add(mark)
    setCame(fresh.length)
    setTimeout(() => {
      for (const row of fresh) row.classList.remove(mark)
    }, markedMs)
  }, [loading, asked.within])

  return {
    ...following,
    came,
    show: () => {
      seen()
      show()
    },
  }
}
