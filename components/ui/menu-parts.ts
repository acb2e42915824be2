'use client'

import type { Menu } from '@base-ui/react/menu'
import { createContext } from 'react'

/** The library's parts of a menu, for the items within one that is open: their code is loaded with the menu. */
export const MenuParts = createContext<typeof Menu | undefined>(undefined)
