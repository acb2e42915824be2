'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { useFollowedCalls } from '../../_components/use-followed-calls'

type Props = {
  /** Whose page this is, as its calls say it. */
  page: string
  /** The list's filter, as its address has it. */
  query: string
  onEnd: () => void
}

/** Below this, the newest rows are not what is read. */
const scrolledPx = 150

/** Follows the calls that come. While somebody reads the rows none moves: a button says how many there are. */
export function LiveCalls({ page, query, onEnd }: Props) {
  const t = useTranslations('liveCalls')
  const { state, waiting, came, show, goOn } = useFollowedCalls({ page, query, within: 'main tbody th', isRead })
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
        {state !== 'following' ? text : (waiting || came) > 0 ? t('came', { count: waiting || came }) : null}
      </p>
    </div>
  )
}

function isRead(): boolean {
  const table = document.querySelector('main table')
  return scrollY > scrolledPx || table?.matches(':hover, :focus-within') === true
}
