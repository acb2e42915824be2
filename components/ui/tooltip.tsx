'use client'

import {
  cloneElement,
  type HTMLAttributes,
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

const load = () => import('./tooltip-popup')
const Popup = lazy(load)

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
  useEffect(() => () => clearTimeout(timer.current), [])
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  const show = (element: Element) => {
    setAnchor(element)
    setOpen(true)
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
          void load()
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
      {anchor === undefined ? null : (
        <Suspense fallback={null}>
          <Popup anchor={anchor} open={open} onClose={close} text={text} />
        </Suspense>
      )}
    </>
  )
}
