import type { ReactNode } from 'react'
import { cn } from './cn'

/** Says that nothing is there yet, what will be, and how it gets there. */
export function EmptyState(props: { title: ReactNode; icon?: ReactNode; action?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-dashed border-line px-5 py-12 text-center">
      {props.icon === undefined ? null : (
        <div className="flex size-11 items-center justify-center rounded-full bg-hover text-muted [&_svg]:size-5">
          {props.icon}
        </div>
      )}
      <div className="max-w-[46ch]">
        <div className="font-semibold text-balance">{props.title}</div>
        {props.children === undefined ? null : (
          <div className="mt-1 text-sm text-pretty text-muted">{props.children}</div>
        )}
      </div>
      {props.action}
    </div>
  )
}

/** Says that something could not be shown, with a way to go on. */
export function ErrorState(props: {
  title: ReactNode
  reference?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="max-w-[60ch]">
        <h1 className="text-xl font-semibold text-balance">{props.title}</h1>
        {props.children === undefined ? null : (
          <div className="mt-2 text-sm text-pretty text-muted">{props.children}</div>
        )}
        {props.reference === undefined ? null : (
          <p className="mt-2 font-mono text-xs break-all text-muted">{props.reference}</p>
        )}
      </div>
      {props.action}
    </div>
  )
}

/** Holds the place of content that is loading, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-hover', className)} />
}

/** How much of a whole is used, such as "3 de 10 en uso". */
export function Meter(props: { label: string; value: number; max: number }) {
  const full = props.value >= props.max
  return (
    <div className="flex items-center gap-2.5">
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own cannot be drawn anew. */}
      <svg
        role="meter"
        aria-label={props.label}
        aria-valuenow={props.value}
        aria-valuemin={0}
        aria-valuemax={props.max}
        viewBox="0 0 64 6"
        className="h-1.5 w-16 shrink-0 rounded-full bg-line"
      >
        <rect
          width={(64 * Math.min(props.value, props.max)) / props.max}
          height="6"
          rx="3"
          className={full ? 'fill-warning' : 'fill-accent'}
        />
      </svg>
      <span aria-hidden className="text-sm text-muted tabular-nums">
        {props.label}
      </span>
    </div>
  )
}

/**
 * Money, in digits of equal width so that they align in a column. `text` comes from `formats().amount(cents)`.
 */
export function Amount({ text, className }: { text: string; className?: string }) {
  return <span className={cn('whitespace-nowrap tabular-nums', className)}>{text}</span>
}
