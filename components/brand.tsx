import { cn } from './ui/cn'

/** The mark and the name. */
export function Brand({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2 text-base font-semibold tracking-tight', className)}>
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 shrink-0">
        <rect width="24" height="24" rx="6" fill="var(--color-accent)" />
        <path
          d="M6.5 17.5 12 6.5l5.5 11M9.4 13.4h5.2"
          fill="none"
          stroke="var(--color-on-accent)"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Aliado
    </span>
  )
}
