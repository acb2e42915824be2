'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { ActProps } from './act-dialog'

const dialog = partsOf(() => import('./act-dialog'))
const ActDialog = dialog.part('ActDialog')

type Look = { readonly icon?: ReactNode; readonly variant?: 'primary' | 'danger-quiet'; readonly small?: boolean }

/** A button that opens the dialog of one thing that the operator may do. */
export function Act({ icon, variant, small = false, ...act }: ActProps & Look) {
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button
          {...(variant === undefined ? {} : { variant })}
          {...(icon === undefined ? {} : { icon })}
          {...(small ? { size: 'small' as const } : {})}
          {...(act.words.label === undefined ? {} : { 'aria-label': act.words.label })}
        >
          {act.words.open}
        </Button>
      }
    >
      {(opened) => <ActDialog {...opened} {...act} />}
    </Opener>
  )
}
