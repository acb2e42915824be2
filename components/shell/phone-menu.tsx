'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Opener } from '../ui/opener'
import { partsOf } from '../ui/parts-of'
import type { SectionLink } from './section-links'

const sheet = partsOf(() => import('./phone-sheet'))
const PhoneSheet = sheet.part('PhoneSheet')

/** The sections of an office on a phone: a sheet from the side. */
export function PhoneMenu(props: {
  icon: ReactNode
  sections: readonly SectionLink[]
  navigationLabel: string
  children: ReactNode
}) {
  const t = useTranslations('shell')
  return (
    <Opener
      loads={sheet}
      trigger={
        <button
          type="button"
          aria-label={t('openMenu')}
          className="flex size-10 items-center justify-center rounded-md hover:bg-hover"
        >
          {props.icon}
        </button>
      }
    >
      {(opened) => (
        <PhoneSheet {...opened} sections={props.sections} navigationLabel={props.navigationLabel}>
          {props.children}
        </PhoneSheet>
      )}
    </Opener>
  )
}
