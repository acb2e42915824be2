import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClasses } from './button-classes'
import { cn } from './cn'
import { PageLink } from './page-link'

/**
 * A link in a text. Pages of the offices are not fetched ahead, since each fetch counts as activity of the session; those of the rows
 * of a list are when somebody points at them (`components/shell/fetch-ahead.ts`).
 */
export function Link({ className, ...rest }: ComponentProps<typeof PageLink>) {
  return (
    <PageLink
      {...rest}
      className={cn(
        'rounded-sm font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent',
        className,
      )}
    />
  )
}

/** Goes somewhere, and looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof PageLink> & ButtonLook & { icon?: ReactNode }) {
  return (
    <PageLink {...rest} className={cn(buttonClasses({ variant, size }), className)}>
      {icon}
      {children}
    </PageLink>
  )
}

/** The link above the head of a page, to the list or the page that it belongs to. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="inline-flex items-center gap-1.5 self-start text-sm">
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}
