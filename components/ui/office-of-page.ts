'use client'

import { createContext, useContext } from 'react'
import type { OfficeName } from '@/lib/web/form-state'

const Context = createContext<OfficeName | undefined>(undefined)

/** Says below it whose office the page is of, so that every form sends it along. */
export const OfficeOfPage = Context.Provider

export const useOfficeOfPage = () => useContext(Context)
