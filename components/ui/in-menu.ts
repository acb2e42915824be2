'use client'

import { partsOf } from './parts-of'

/** The items of menus. Their code is loaded when the first menu opens, so that a list whose rows have menus does not load it. */
const part = partsOf(() => import('./menu-items'))

export const MenuItem = part('MenuItem')
export const MenuLink = part('MenuLink')
export const MenuSeparator = part('MenuSeparator')
