'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { OfficeName } from '@/lib/web/form-state'

const Context = createContext<OfficeName | undefined>(undefined)

/** Tells the components below which office the page belongs to, so that every form sends it along. */
export function OfficeOfPage({ value, children }: { value: OfficeName; children: ReactNode }) {
  return <Context value={value}>{children}</Context>
}

export const useOfficeOfPage = () => useContext(Context)
