'use client'

import { type ComponentProps, type ReactNode, useState } from 'react'
import { loadAhead, partsOf } from '@/components/ui/parts-of'
import { Unavailable } from '@/components/ui/unavailable'
import { useLoaded } from '@/components/ui/use-loaded'
import type { LiveCalls as Calls } from './live-calls'

const calls = partsOf(() => import('./live-calls'))
const LiveCalls = calls.part('LiveCalls')

/** The list is made anew with every filter, and goes on following. */
let isOn = false

/** Follows the list's new calls while it is pressed; what follows is loaded when it is about to be pressed. */
export function LiveToggle(
  props: Omit<ComponentProps<typeof Calls>, 'onEnd'> & { className: string; children: ReactNode },
) {
  const { className, children, ...live } = props
  const [on, setOn] = useState(isOn)
  const { state, whenLoaded, forget } = useLoaded(calls)
  const turn = () =>
    void whenLoaded(() => {
      isOn = !on
      setOn(isOn)
    })
  return (
    <>
      <button
        type="button"
        aria-pressed={on}
        aria-busy={state === 'waiting'}
        onPointerEnter={() => loadAhead(calls)}
        onFocus={() => loadAhead(calls)}
        onBlur={forget}
        onClick={turn}
        className={className}
      >
        {children}
      </button>
      {state === 'failed' ? <Unavailable /> : null}
      {on ? <LiveCalls {...live} onEnd={turn} /> : null}
    </>
  )
}
