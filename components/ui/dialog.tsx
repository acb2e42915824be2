'use client'

import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactElement, type ReactNode, type RefObject, useRef } from 'react'
import { useTranslations } from '@/components/texts'
import { cn } from './cn'
import { asksBefore } from './unsent'

type DialogProps = {
  title: ReactNode
  description?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called before the dialog closes by escape, by a press outside or by its cross: `false` keeps it open. */
  onCloseRequest?: () => boolean
  size?: 'small' | 'medium' | 'large'
  /** What has the focus at first; the first control when absent. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

const sizes = { small: 'sm:max-w-md', medium: 'sm:max-w-lg', large: 'sm:max-w-3xl' }

/** Asks or shows something above the page. The focus goes in, stays in, and returns. On a phone it is a sheet from below. */
export const Dialog = (props: DialogProps) => <Above {...props} isQuestion={false} />

/** A question that has to be answered: a press outside does not close it. For what can't be undone. */
export const AlertDialog = (props: DialogProps) => <Above {...props} isQuestion />

function Above({ open, onOpenChange, onCloseRequest, isQuestion, ...rest }: DialogProps & { isQuestion: boolean }) {
  const Root = isQuestion ? BaseAlert.Root : Base.Root
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Root
      open={open}
      onOpenChange={(next, details) => {
        const close = () => onOpenChange(false)
        if (!next && (onCloseRequest?.() === false || asksBefore(close, popup.current ?? undefined))) details.cancel()
        else onOpenChange(next)
      }}
    >
      <Shell {...rest} popup={popup} cross={!isQuestion} />
    </Root>
  )
}

function Shell(
  props: Pick<DialogProps, 'title' | 'description' | 'size' | 'initialFocus' | 'children'> & {
    popup: RefObject<HTMLDivElement | null>
    cross: boolean
  },
) {
  const t = useTranslations('ui')
  return (
    <Base.Portal>
      <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
      <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center overflow-hidden sm:items-center sm:p-6">
        <Base.Popup
          ref={props.popup}
          {...(props.initialFocus === undefined ? {} : { initialFocus: props.initialFocus })}
          className={cn(
            'relative flex max-h-[94dvh] w-full flex-col overflow-y-auto overscroll-contain rounded-t-xl border border-line bg-raised p-5 shadow-dialog sm:max-h-full sm:rounded-xl sm:p-6',
            'transition duration-150 ease-out data-ending-style:translate-y-3 data-ending-style:opacity-0 data-starting-style:translate-y-3 data-starting-style:opacity-0',
            sizes[props.size ?? 'medium'],
          )}
        >
          <Base.Title className="pr-10 text-lg font-semibold text-balance">{props.title}</Base.Title>
          {props.description === undefined ? null : (
            <Base.Description render={<div />} className="mt-1.5 text-sm text-pretty text-muted">
              {props.description}
            </Base.Description>
          )}
          <div className="mt-5 min-w-0">{props.children}</div>
          {/* Last in the tab order, so that the first stop is in the dialog's content. */}
          {props.cross ? (
            <Base.Close
              aria-label={t('close')}
              title={t('close')}
              className="absolute top-3.5 right-3.5 flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
            >
              <X aria-hidden className="size-4.5" />
            </Base.Close>
          ) : null}
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  )
}

/**
 * The buttons of a dialog, as its last part. The button that goes on is the last one: on the right or, on a phone, on top.
 */
export function DialogFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cn(
        '-mx-5 -mb-5 flex flex-col-reverse gap-2.5 border-t border-line bg-raised px-5 py-4',
        'sm:-mx-6 sm:-mb-6 sm:flex-row sm:justify-end sm:px-6',
        className,
      )}
    />
  )
}

/** Closes the dialog that it is in, as the cross does. */
export const DialogClose = ({ children }: { children: ReactElement }) => <Base.Close render={children} />
