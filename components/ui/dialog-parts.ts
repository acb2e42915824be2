'use client'

import type { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, createContext, type ReactElement, type ReactNode, type RefObject } from 'react'

/** The library's parts of a dialog, for what is within one that is open: their code is loaded with the dialog. */
export const DialogParts = createContext<typeof Dialog | undefined>(undefined)

export type DialogTrigger = ReactElement<ComponentProps<'button'>>

export type DialogProps = {
  title: ReactNode
  description?: ReactNode
  /** The button that opens it, for a dialog that keeps its own state. */
  trigger?: DialogTrigger | undefined
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Called before the dialog closes by escape, by a press outside or by its cross: `false` keeps it open. */
  onCloseRequest?: () => boolean
  size?: 'small' | 'medium' | 'large'
  /** What has the focus at first; the first control when absent. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}
