import type { ReactNode } from 'react'
import { cn } from './cn'

/** A part of a page that scrolls by itself, and can be reached and scrolled by keyboard (WCAG 2.1.1). */
export function ScrollRegion(props: { label: string; id?: string; className?: string; children: ReactNode }) {
  return (
    <section
      id={props.id}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: that is how a keyboard reaches what scrolls.
      tabIndex={0}
      className={cn('overflow-auto -outline-offset-2!', props.className)}
    >
      {props.children}
    </section>
  )
}
