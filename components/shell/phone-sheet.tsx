'use client'

import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { type SectionLink, SectionLinks } from './section-links'

export function PhoneSheet(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  sections: readonly SectionLink[]
  navigationLabel: string
  children: ReactNode
}) {
  const t = useTranslations('shell')
  const ui = useTranslations('ui')
  return (
    <Dialog.Root open={props.open} onOpenChange={(open) => props.onOpenChange(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-50 flex w-76 max-w-[88vw] flex-col gap-5 overflow-y-auto border-l border-line bg-surface px-4 pt-2 pb-5 shadow-dialog transition-transform duration-200 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full">
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-base font-semibold">{t('menu')}</Dialog.Title>
            <Dialog.Close
              aria-label={ui('close')}
              className="-mr-2 flex size-10 items-center justify-center rounded-md text-muted hover:bg-hover"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <SectionLinks
            label={props.navigationLabel}
            sections={props.sections}
            onChosen={() => props.onOpenChange(false)}
            className="flex-1"
          />
          {props.children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
