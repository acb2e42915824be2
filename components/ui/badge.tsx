import type { ReactNode } from 'react'
import { cn } from './cn'

export type Tone = 'neutral' | 'good' | 'info' | 'warning' | 'danger'

const tones: Record<Tone, string> = {
  neutral: 'bg-hover text-muted',
  good: 'bg-accent-soft text-accent',
  info: 'bg-info-soft text-info',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

/** The state of something, in a word or two. The words say all of it; the colour only helps. */
export function Badge({
  tone = 'neutral',
  icon,
  title,
  className,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  /** What its word means, on hover. */
  title?: string | undefined
  className?: string
  children: ReactNode
}) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex h-5.5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
