'use client'

import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, useId } from 'react'

/** A short text about what it wraps, on hover and on focus, and to screen readers as its description. */
export function Tooltip({ text, children }: { text: string; children: ReactElement<Record<string, unknown>> }) {
  const id = useId()
  const described = children.props['aria-label'] === text ? {} : { 'aria-describedby': id }
  return (
    <Base.Root>
      <Base.Trigger delay={250} closeOnClick={false} render={children} {...described} />
      {'aria-describedby' in described ? (
        <span id={id} hidden>
          {text}
        </span>
      ) : null}
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-60">
          <Base.Popup className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs text-pretty text-canvas shadow-popup transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
