'use client'

import { type ComponentProps, cloneElement, lazy, type ReactElement, Suspense, use, useState } from 'react'
import { cn } from './cn'
import { DialogParts, type DialogProps } from './dialog-parts'

const load = () => import('./dialog-popup')
const Popup = lazy(load)

/** Loads the code of dialogs, for one that must open without a connection too. */
export const loadDialog = (): void => void load().catch(() => {})

/** Asks or shows something above the page. The focus goes in, stays in, and returns. On a phone it is a sheet from below. */
export const Dialog = (props: DialogProps) => <Opened {...props} isQuestion={false} />

/** A question that has to be answered: a press outside does not close it. For what can't be undone. */
export const AlertDialog = (props: DialogProps) => <Opened {...props} isQuestion />

/** The code of the dialog is loaded when its button is about to be pressed, or when it opens. */
function Opened({ trigger, open, onOpenChange, ...rest }: DialogProps & { isQuestion: boolean }) {
  const [opened, setOpened] = useState(false)
  const isOpen = open ?? opened
  const [used, setUsed] = useState(isOpen)
  if (isOpen && !used) setUsed(true)
  const change = (next: boolean) => {
    setOpened(next)
    onOpenChange?.(next)
  }
  return (
    <>
      {trigger === undefined
        ? null
        : cloneElement(trigger, {
            'aria-haspopup': 'dialog',
            'aria-expanded': isOpen,
            onPointerEnter: () => void load(),
            onFocus: () => void load(),
            onClick: () => change(true),
          })}
      {used ? (
        <Suspense fallback={null}>
          <Popup {...rest} open={isOpen} onOpenChange={change} />
        </Suspense>
      ) : null}
    </>
  )
}

/**
 * The buttons of a dialog, as its last part. The button that goes on is the last one: on the right or, on a phone, on top.
 */
export function DialogFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cn(
        '-mx-5 -mb-5 flex flex-col-reverse gap-2.5 border-t border-line bg-raised px-5 py-4',
        'sm:-mx-6 sm:-mb-6 sm:flex-row sm:justify-end sm:px-6',
        className,
      )}
    />
  )
}

/** Closes the dialog that it is in, as the cross does. */
export function DialogClose({ children }: { children: ReactElement }) {
  const Parts = use(DialogParts)
  if (Parts === undefined) throw new Error('The close button of a dialog outside of a dialog')
  return <Parts.Close render={children} />
}
