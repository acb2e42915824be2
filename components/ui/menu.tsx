'use client'

import { type ComponentProps, cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

const load = () => import('./menu-popup')
const Popup = lazy(load)

/**
 * A button that opens a menu of actions. An action that changes something only opens a dialog. The code of the menu is loaded when
 * the button is about to be pressed.
 */
export function Menu(props: {
  trigger: ReactElement<ComponentProps<'button'>>
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  /** Whether the button stays in place when the page scrolls; the menu then stays too. */
  isFixed?: boolean
  className?: string
  children: ReactNode
}) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [open, setOpen] = useState(false)
  return (
    <>
      {cloneElement(props.trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onPointerEnter: () => void load(),
        onFocus: () => void load(),
        onClick: (event) => {
          setAnchor(event.currentTarget)
          setOpen(!open)
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setAnchor(event.currentTarget)
          setOpen(true)
        },
      })}
      {anchor === undefined ? null : (
        <Suspense fallback={null}>
          <Popup
            anchor={anchor}
            open={open}
            onOpenChange={setOpen}
            align={props.align ?? 'end'}
            side={props.side ?? 'bottom'}
            isFixed={props.isFixed ?? false}
            className={props.className}
          >
            {props.children}
          </Popup>
        </Suspense>
      )}
    </>
  )
}
