'use client'

import { type ComponentType, lazy } from 'react'
import type * as Items from './menu-items'

/** The items of menus. Their code is loaded when the first menu opens, so that a list whose rows have menus does not load it. */
const part = <Name extends keyof typeof Items>(name: Name): (typeof Items)[Name] =>
  lazy(async () => ({ default: (await import('./menu-items'))[name] as ComponentType })) as never

export const MenuItem = part('MenuItem')
export const MenuLink = part('MenuLink')
export const MenuSeparator = part('MenuSeparator')
