import type { ReactNode } from 'react'
import { buttonClasses } from '@/components/ui/button-classes'
import { cn } from '@/components/ui/cn'

/**
 * A button with an icon that opens what it names beside it. The browser opens and closes it, so it works without a script; one that
 * cannot place it beside its button shows it in the middle of the page.
 */
export function ListMenu(props: {
  id: string
  label: string
  icon: ReactNode
  /** Whether a phone has it too. */
  onPhone?: boolean
  children: ReactNode
}) {
  return (
    <>
      <button
        type="button"
        popoverTarget={props.id}
        aria-label={props.label}
        title={props.label}
        className={cn(buttonClasses({}), 'size-10! px-0! sm:size-9!', !props.onPhone && 'max-sm:hidden')}
      >
        {props.icon}
      </button>
      <section
        id={props.id}
        popover="auto"
        aria-label={props.label}
        className="m-auto min-w-52 rounded-lg border border-line bg-raised p-1 text-ink shadow-popup supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:m-0 supports-[position-area:bottom]:mt-1 supports-[position-area:bottom]:[position-area:bottom_span-left]"
      >
        {props.children}
      </section>
    </>
  )
}
