'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, useTransition } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { shownCalls } from './shown-calls'
import { useFollowing } from './use-following'

type Props = {
  /** Whose page this is, as its calls say it. */
  page: string
  /** The list's filter, as its address has it. */
  query: string
  onEnd: () => void
}

const markedMs = 10_000
const mark = 'bg-accent-soft'

/**
 * Follows the calls that come: new rows are marked for a moment. While somebody reads the rows none moves: a button says how many
 * there are. The list itself is the server's, asked for again only when there is something new.
 */
export function LiveCalls({ page, query, onEnd }: Props) {
  const t = useTranslations('liveCalls')
  const router = useRouter()
  const [loading, start] = useTransition()
  const before = useRef<ReadonlySet<string>>(undefined)
  const [said, setSaid] = useState('')

  const show = () => {
    before.current = new Set(shownCalls().keys())
    start(() => router.refresh())
  }
  const { state, waiting, seen, goOn } = useFollowing({ page, query, show, isShowing: loading })

  useEffect(() => {
    if (loading || before.current === undefined) return
    const known = before.current
    before.current = undefined
    const fresh = [...shownCalls()].flatMap(([id, row]) => (known.has(id) ? [] : row))
    if (fresh.length === 0) return
    for (const row of fresh) row.classList.add(mark)
    setSaid(t('came', { count: fresh.length }))
    setTimeout(() => {
      for (const row of fresh) row.classList.remove(mark)
    }, markedMs)
  }, [loading, t])

  const text = state === 'following' ? t('following') : t(state)
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex justify-center px-4 print:hidden">
      <div className="pointer-events-auto flex items-center gap-3 rounded-full border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-popup">
        {state === 'following' ? (
          <span aria-hidden className="size-2 rounded-full bg-accent motion-safe:animate-pulse" />
        ) : null}
        <span className="max-sm:text-xs">{text}</span>
        {state === 'following' && waiting > 0 ? (
          <Button
            size="small"
            variant="primary"
            onClick={() => {
              scrollTo({ top: 0 })
              seen()
              show()
            }}
          >
            {t('show', { count: waiting })}
          </Button>
        ) : null}
        {state === 'stopped' ? (
          <Button size="small" onClick={goOn}>
            {t('goOn')}
          </Button>
        ) : null}
        <Button size="small" variant="ghost" onClick={onEnd}>
          {t('end')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {state !== 'following' ? text : waiting > 0 ? t('came', { count: waiting }) : said}
      </p>
    </div>
  )
}
