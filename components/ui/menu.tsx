'use client'

import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, useEffect } from 'react'
import { cn } from './cn'
import type { Opened } from './opener'

/** An item has opened a dialog, which has the focus already: it would be taken from it in the middle of a word. */
const isInDialog = (element: Element | null): boolean =>
  element?.closest('[role="dialog"], [role="alertdialog"]') != null

/** A menu of actions beside the button of an `Opener`. An action that changes something only opens a dialog. */
export function Menu(
  props: Opened & {
    align?: 'start' | 'end'
    side?: 'top' | 'bottom'
    /** Whether the button stays in place when the page scrolls; the menu then stays too. */
    isFixed?: boolean
    className?: string
    children: ReactNode
  },
) {
  const { open, onOpenChange } = props
  // Its place is not followed, so that a window that changes its width, as a phone that is turned, would find it beside the page.
  useEffect(() => {
    if (!open) return
    const { innerWidth: width } = window
    const closeBeside = () => window.innerWidth !== width && onOpenChange(false)
    window.addEventListener('resize', closeBeside)
    return () => window.removeEventListener('resize', closeBeside)
  }, [open, onOpenChange])
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(open, { reason, event }) => {
        // A press on the button closes the menu by itself.
        if (reason === 'outside-press' && event.target instanceof Node && props.anchor.contains(event.target)) return
        props.onOpenChange(open)
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={props.anchor}
          align={props.align ?? 'end'}
          side={props.side ?? 'bottom'}
          positionMethod={props.isFixed ? 'fixed' : 'absolute'}
          // If the open menu were positioned again, it would move between a press and its release, and the press would be lost.
          disableAnchorTracking
          sideOffset={6}
          collisionPadding={8}
          className="z-55"
        >
          <Base.Popup
            finalFocus={() => (isInDialog(document.activeElement) ? false : props.anchor)}
            className={cn(
              'max-h-(--available-height) min-w-48 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-popup',
              'origin-(--transform-origin) transition duration-100 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
              props.className,
            )}
          >
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
