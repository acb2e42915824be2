'use client'

import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import type { LiveCalls } from './live-calls'

const Live = lazy(async () => ({ default: (await import('./live-calls')).LiveCalls }))

/** The list is made anew with every filter, and goes on following. */
let isOn = false

/** Follows the list's new calls while it is pressed; what follows is loaded then. */
export function LiveToggle(
  props: Omit<ComponentProps<typeof LiveCalls>, 'onEnd'> & { className: string; children: ReactNode },
) {
  const { className, children, ...live } = props
  const [on, setOn] = useState(isOn)
  const turn = () => {
    isOn = !on
    setOn(isOn)
  }
  return (
    <>
      <button type="button" aria-pressed={on} onClick={turn} className={className}>
        {children}
      </button>
      {on ? (
        <Suspense fallback={null}>
          <Live {...live} onEnd={turn} />
        </Suspense>
      ) : null}
    </>
  )
}
