'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

type Shown = {
  /** The recovery codes that an action just gave, until they are kept. */
  readonly codes: readonly string[] | undefined
  readonly show: (codes: readonly string[]) => void
  readonly forget: () => void
}

const Context = createContext<Shown | undefined>(undefined)

/**
 * Holds what is shown once above the frame of the page: the moment that two-step verification is on, the frame becomes that of the
 * office, and whatever is within it begins anew.
 */
export function ShownOnce({ children }: { children: ReactNode }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const shown = useMemo(() => ({ codes, show: setCodes, forget: () => setCodes(undefined) }), [codes])
  return <Context value={shown}>{children}</Context>
}

export function useShownOnce(): Shown {
  const shown = useContext(Context)
  if (!shown) throw new Error('ShownOnce stands above every page of the account')
  return shown
}
