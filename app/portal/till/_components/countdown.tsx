'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { cn } from '@/components/ui/cn'

/** Whole seconds that are left, on the service's clock; 0 when the time is over. */
function useSecondsLeft(until: string, now: () => number): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(until) - now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 500)
    return () => clearInterval(timer)
  })
  return seconds
}

export const useIsOver = (until: string, now: () => number): boolean => useSecondsLeft(until, now) === 0

/** How long the discount is kept for this purchase. Not read aloud at each second. */
export function Countdown({ until, now }: { until: string; now: () => number }) {
  const t = useTranslations('till')
  const seconds = useSecondsLeft(until, now)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p className={cn('text-sm tabular-nums', seconds <= 60 ? 'font-medium text-warning' : 'text-muted')}>
      {t('timeLeft', { time })}
    </p>
  )
}
