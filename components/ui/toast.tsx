'use client'

import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { partsOf } from './parts-of'
import type { Said } from './toasts'

const toasts = partsOf(() => import('./toasts'))
const Toasts = toasts.part('Toasts')

type Say = (title: string, description?: string) => void

const Context = createContext<Say>(() => {})

/** Once, around the whole application. The code of toasts is loaded with the first. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<readonly Said[]>([])
  const say = useCallback<Say>((title, description) => {
    const one = { title, ...(description === undefined ? {} : { description }) }
    const show = () => setSaid((before) => [...before, one])
    // Shown with the next one, where the code can't be had now: the page shows what was done as well.
    toasts.load().then(show, show)
  }, [])
  return (
    <Context value={say}>
      {children}
      <Toasts said={said} />
    </Context>
  )
}

/** Says what has been done. A failure is shown where it happened, never in a toast. */
export const useToast = (): Say => use(Context)
