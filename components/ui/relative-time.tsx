'use client'

import type { Moment } from '@/lib/language/formats'
import { cn } from './cn'
import { Tooltip } from './tooltip'

/** "hace 5 minutos", and exactly when on hover and focus. The texts come from `formats().moment(date)`. */
export function RelativeTime({ moment, className }: { moment: Moment; className?: string }) {
  return (
    <Tooltip text={moment.exact}>
      <time
        dateTime={moment.iso}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be reachable by keyboard too.
        tabIndex={0}
        className={cn(
          'rounded-sm whitespace-nowrap underline decoration-control decoration-dotted underline-offset-4',
          className,
        )}
      >
        {moment.relative}
      </time>
    </Tooltip>
  )
}
