import { cn } from './cn'

/** Shows that something is on its way; `className` gives its size. A screen reader hears it from the text around. */
export const Spinner = ({ className, isStill = false }: { className: string; isStill?: boolean }) => (
  <span
    aria-hidden
    className={cn(
      'inline-block shrink-0 rounded-full border-2 border-current border-r-transparent',
      !isStill && 'animate-spin',
      className,
    )}
  />
)
