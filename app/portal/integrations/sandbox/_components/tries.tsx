'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { assert } from '@/lib/kernel/assert'

type Made = {
  /** How many calls the form has made. */
  readonly made: number
  readonly onMade: () => void
}

const Context = createContext<Made | undefined>(undefined)

/** Stands above the form that makes calls and the log that shows them, so that the log asks for a call as soon as it was made. */
export function Tries({ children }: { children: ReactNode }) {
  const [made, setMade] = useState(0)
  const tries = useMemo(() => ({ made, onMade: () => setMade((before) => before + 1) }), [made])
  return <Context value={tries}>{children}</Context>
}

export function useTries(): Made {
  const tries = useContext(Context)
  assert(tries, 'Tries stands above the form and the log')
  return tries
}
