'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { assert } from '@/lib/kernel/assert'

type Shown = {
  /** The recovery codes that an action just gave, until they are kept. */
  readonly codes: readonly string[] | undefined
  readonly show: (codes: readonly string[]) => void
  readonly forget: () => void
}

const Context = createContext<Shown | undefined>(undefined)

/**
 * Keeps what is shown once in a component above the frame of the page: when two-step verification is turned on, the office's
 * frame replaces the plain one, and every component within it loses its state.
 */
export function ShownOnce({ children }: { children: ReactNode }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const shown = useMemo(() => ({ codes, show: setCodes, forget: () => setCodes(undefined) }), [codes])
  return <Context value={shown}>{children}</Context>
}

export function useShownOnce(): Shown {
  const shown = useContext(Context)
  assert(shown, 'ShownOnce stands above every page of the account')
  return shown
}
