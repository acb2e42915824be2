'use client'

import type { ReactNode } from 'react'
import { IconButton } from './button'
import { type Opened, Opener } from './opener'
import type { Parts } from './parts-of'

/** The menu of a row: three dots with a name of their own, such as "Acciones de POS caja 3". */
export function RowMenu(props: {
  label: string
  loads: Pick<Parts<object>, 'load' | 'isLoaded'>
  children: (opened: Opened) => ReactNode
}) {
  return (
    <Opener
      kind="menu"
      loads={props.loads}
      trigger={
        <IconButton label={props.label}>
          <svg aria-hidden viewBox="0 0 24 24" className="fill-current">
            <path d="M5 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4m7 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4m7 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4" />
          </svg>
        </IconButton>
      }
    >
      {props.children}
    </Opener>
  )
}
