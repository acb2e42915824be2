'use client'

import type { ComponentProps } from 'react'
import { EndDialog } from './end-dialog'
import { ReplaceDialog } from './replace-dialog'
import { RestrictDialog } from './restrict-dialog'
import { RotateDialog } from './rotate-dialog'
import type { Target } from './target'

/** The dialog of what was asked for with a credential. */
export const CredentialDialog = (props: ComponentProps<typeof RotateDialog> & { asked: Target['actions'][number] }) => {
  const { asked, target, addresses, needsCode, open, onOpenChange } = props
  const dialog = { target, needsCode, open, onOpenChange }
  if (asked === 'restrict') return <RestrictDialog {...dialog} />
  if (asked === 'replace') return <ReplaceDialog {...dialog} addresses={addresses} />
  return asked === 'rotate' ? <RotateDialog {...dialog} addresses={addresses} /> : <EndDialog {...dialog} end={asked} />
}
