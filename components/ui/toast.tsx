'use client'

import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import type { Said } from './toasts'

const Toasts = lazy(() => import('./toasts'))

type Say = (title: string, description?: string) => void

const Context = createContext<Say>(() => {})

/** Once, around the whole application. The code of toasts is loaded with the first. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<readonly Said[]>([])
  const say = useCallback<Say>(
    (title, description) =>
      setSaid((before) => [...before, { title, ...(description === undefined ? {} : { description }) }]),
    [],
  )
  return (
    <Context value={say}>
      {children}
      {said.length === 0 ? null : (
        <Suspense fallback={null}>
          <Toasts said={said} />
        </Suspense>
      )}
    </Context>
  )
}

/** Says what has been done. A failure is shown where it happened, never in a toast. */
export const useToast = (): Say => use(Context)
