'use client'

import type { Dialog } from '@base-ui/react/dialog'
import { createContext } from 'react'

/** The library's parts of a dialog, for what is within one that is open: their code is loaded with the dialog. */
export const DialogParts = createContext<typeof Dialog | undefined>(undefined)
