'use client'

import { MoreHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button'
import { Menu } from './menu'

/** The menu of a row: three dots with a name of their own, such as "Acciones de POS caja 3". */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <IconButton label={label}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      {children}
    </Menu>
  )
}
