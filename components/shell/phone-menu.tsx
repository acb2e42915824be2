'use client'

import { Dialog } from '@base-ui/react/dialog'
import { Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type SectionLink, SectionLinks } from './section-links'

const square = 'flex size-10 items-center justify-center rounded-md hover:bg-hover'

/** The sections of an office on a phone: a sheet from the side. */
export function PhoneMenu(props: { sections: readonly SectionLink[]; navigationLabel: string; children: ReactNode }) {
  const t = useTranslations('shell')
  const ui = useTranslations('ui')
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label={t('openMenu')} className={square}>
        <MenuIcon aria-hidden className="size-5" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-50 flex w-76 max-w-[88vw] flex-col gap-5 overflow-y-auto border-l border-line bg-surface px-4 pt-2 pb-5 shadow-dialog transition-transform duration-200 ease-out data-ending-style:translate-x-full data-starting-style:translate-x-full">
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-base font-semibold">{t('menu')}</Dialog.Title>
            <Dialog.Close aria-label={ui('close')} className={`${square} -mr-2 text-muted`}>
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <SectionLinks
            label={props.navigationLabel}
            sections={props.sections}
            onChosen={() => setOpen(false)}
            className="flex-1"
          />
          {props.children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
