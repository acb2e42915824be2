'use client'

import { cloneElement, type HTMLAttributes, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { loadAhead, partsOf } from './parts-of'

const popup = partsOf(() => import('./tooltip-popup'))
const TooltipPopup = popup.part('TooltipPopup')

const delayMs = 250

type Wrapped = Pick<
  HTMLAttributes<Element>,
  'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'onKeyDown' | 'aria-label' | 'aria-describedby'
>

/**
 * A short text about what it wraps, on hover and on focus, and to screen readers as its description. Its code is loaded when it
 * first shows.
 */
export function Tooltip({ text, children }: { text: string; children: ReactElement<Wrapped> }) {
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [anchor, setAnchor] = useState<Element>()
  const [open, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(popup.isLoaded)
  useEffect(() => () => clearTimeout(timer.current), [])
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  const show = (element: Element) => {
    setAnchor(element)
    setOpen(true)
    // Where it can't be had, the text is still what a screen reader says.
    popup.load().then(
      () => setLoaded(true),
      () => {},
    )
  }
  const { props } = children
  const isDescribed = props['aria-label'] !== text
  return (
    <>
      {cloneElement(children, {
        ...(isDescribed ? { 'aria-describedby': id } : {}),
        onPointerEnter: (event) => {
          props.onPointerEnter?.(event)
          if (event.pointerType === 'touch') return
          loadAhead(popup)
          const element = event.currentTarget
          clearTimeout(timer.current)
          timer.current = setTimeout(() => show(element), delayMs)
        },
        onPointerLeave: (event) => {
          props.onPointerLeave?.(event)
          close()
        },
        onFocus: (event) => {
          props.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget)
        },
        onBlur: (event) => {
          props.onBlur?.(event)
          close()
        },
        onKeyDown: (event) => {
          props.onKeyDown?.(event)
          if (event.key === 'Escape') close()
        },
      })}
      {isDescribed ? (
        <span id={id} hidden>
          {text}
        </span>
      ) : null}
      {anchor !== undefined && isLoaded ? (
        <TooltipPopup anchor={anchor} open={open} onClose={close} text={text} />
      ) : null}
    </>
  )
}
