'use client'

import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { loadAhead, type Parts } from './parts-of'
import { Unavailable } from './unavailable'
import { useLoaded } from './use-loaded'

/** What a menu or a dialog is told by the button that opens it. */
export type Opened = {
  /** The button. */
  readonly anchor: HTMLElement
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/**
 * A button that opens a menu or a dialog, with everything in it: its code is loaded when the button is about to be pressed. A press
 * before it is there waits for it, with the focus on the button; when it can't be had, the page says so, and a further press tries again.
 */
export function Opener({
  loads,
  kind = 'dialog',
  trigger,
  children,
}: {
  loads: Pick<Parts<object>, 'load' | 'isLoaded'>
  kind?: 'dialog' | 'menu'
  trigger: ReactElement<ComponentProps<'button'>>
  /** Parts of the module that `loads` loads. They stay once they were opened, so that they close in their own time. */
  children: (opened: Opened) => ReactNode
}) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [open, setOpen] = useState(false)
  const { state, whenLoaded, forget } = useLoaded(loads)
  const show = (button: HTMLElement, next: boolean) =>
    whenLoaded(() => {
      setAnchor(button)
      setOpen(next)
    })
  const isMenu = kind === 'menu'
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': kind,
        'aria-expanded': open,
        ...(state === 'waiting' ? { 'aria-busy': true } : {}),
        onPointerEnter: () => loadAhead(loads),
        onFocus: () => loadAhead(loads),
        onBlur: forget,
        onClick: (event) => void show(event.currentTarget, !(isMenu && open)),
        ...(isMenu
          ? {
              onKeyDown: (event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
                event.preventDefault()
                void show(event.currentTarget, true)
              },
            }
          : {}),
      })}
      {state === 'failed' ? <Unavailable /> : null}
      {anchor === undefined ? null : children({ anchor, open, onOpenChange: setOpen })}
    </>
  )
}
