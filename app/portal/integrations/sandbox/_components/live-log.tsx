'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { useFollowedCalls } from '../../../_components/use-followed-calls'
import { useTries } from './tries'

type Props = {
  /** Whose page this is, as its calls say it. */
  readonly page: string
  /** The filter of the calls, as the address of their list has it. */
  readonly query: string
  readonly children: ReactNode
}

const id = 'call-log'

/**
 * Follows the calls of the rows within it until it is paused; then no row changes, whatever else the page shows anew. While the keyboard
 * is in the rows none moves either: a button says how many there are.
 */
export function LiveLog({ page, query, children }: Props) {
  const t = useTranslations('sandbox')
  const live = useTranslations('liveCalls')
  const { made } = useTries()
  const [paused, setPaused] = useState<{ readonly rows: ReactNode }>()
  const isPaused = paused !== undefined
  const { state, waiting, came, show, goOn } = useFollowedCalls({
    ...{ page, query, within: `#${id}`, isRead, isPaused, made },
  })
  const text = isPaused
    ? t('log.paused')
    : state === 'following' || state === 'offline'
      ? t(`log.${state}`)
      : live(state)
  const isOver = isPaused || state === 'stopped'
  const turn = () => {
    setPaused(isOver ? undefined : { rows: children })
    if (isOver) goOn()
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <span>{text}</span>
        <span className="flex gap-2">
          {isPaused || waiting === 0 ? null : (
            <Button size="small" variant="primary" onClick={show}>
              {live('show', { count: waiting })}
            </Button>
          )}
          {state === 'ended' ? null : (
            <Button size="small" onClick={turn}>
              {isOver ? live('goOn') : t('log.pause')}
            </Button>
          )}
        </span>
      </div>
      <div id={id}>{paused ? paused.rows : children}</div>
      <p role="status" className="sr-only">
        {isPaused || state !== 'following'
          ? text
          : (waiting || came) > 0
            ? live('came', { count: waiting || came })
            : null}
      </p>
    </>
  )
}

const isRead = (): boolean => document.getElementById(id)?.matches(':focus-within') === true
