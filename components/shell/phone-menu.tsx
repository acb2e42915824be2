'use client'

import { Menu as MenuIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from '@/components/texts'
import type { SectionLink } from './section-links'

const load = () => import('./phone-sheet')
const Sheet = lazy(load)

/** The sections of an office on a phone: a sheet from the side, whose code is loaded when its button is about to be pressed. */
export function PhoneMenu(props: { sections: readonly SectionLink[]; navigationLabel: string; children: ReactNode }) {
  const t = useTranslations('shell')
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  if (open && !used) setUsed(true)
  return (
    <>
      <button
        type="button"
        aria-label={t('openMenu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
        className="flex size-10 items-center justify-center rounded-md hover:bg-hover"
      >
        <MenuIcon aria-hidden className="size-5" />
      </button>
      {used ? (
        <Suspense fallback={null}>
          <Sheet open={open} onOpenChange={setOpen} sections={props.sections} navigationLabel={props.navigationLabel}>
            {props.children}
          </Sheet>
        </Suspense>
      ) : null}
    </>
  )
}
