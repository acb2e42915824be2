import type { ReactNode } from 'react'
import { cn } from './cn'
import { PageLink } from './page-link'

const list = 'relative flex gap-5 overflow-x-auto border-b border-line'
const tab =
  '-mb-px inline-flex h-10 shrink-0 items-center gap-2 border-b-2 px-0.5 text-sm font-medium whitespace-nowrap -outline-offset-2! hover:text-ink'
const current = 'border-accent text-ink'
const other = 'border-transparent text-muted'

/** Tabs between views that each have a URL. */
export function LinkTabs(props: {
  label: string
  tabs: readonly { href: string; label: ReactNode; current: boolean }[]
}) {
  return (
    <nav aria-label={props.label} className={list}>
      {props.tabs.map((link) => (
        <PageLink
          key={link.href}
          href={link.href}
          scroll={false}
          aria-current={link.current ? 'page' : undefined}
          className={cn(tab, link.current ? current : other)}
        >
          {link.label}
        </PageLink>
      ))}
    </nav>
  )
}
