import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './badge'
import { cn } from './cn'

const looks = {
  neutral: { look: 'bg-surface border border-line', icon: Info },
  info: { look: 'bg-info-soft text-info', icon: Info },
  good: { look: 'bg-accent-soft text-accent', icon: CircleCheck },
  warning: { look: 'bg-warning-soft text-warning', icon: TriangleAlert },
  danger: { look: 'bg-danger-soft text-danger', icon: CircleAlert },
} as const satisfies Record<Tone, object>

/** A message that stays at its place in the page. `live` announces a message that appears after the page has loaded. */
export function Notice({
  tone = 'neutral',
  title,
  live = false,
  action,
  className,
  children,
}: {
  tone?: Tone
  title?: ReactNode
  live?: boolean
  action?: ReactNode
  className?: string
  children?: ReactNode
}) {
  const { look, icon: Icon } = looks[tone]
  return (
    <div role={live ? 'status' : undefined} className={cn('flex gap-3 rounded-lg px-4 py-3 text-sm', look, className)}>
      <Icon aria-hidden className="mt-0.75 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          {title === undefined ? null : <p className="font-semibold">{title}</p>}
          {children === undefined ? null : <div className="text-pretty text-ink">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}
