'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { ExpiryCalendarProps } from './expiry-calendar-dialog'

const dialog = partsOf(() => import('./expiry-calendar-dialog'))
const ExpiryCalendarDialog = dialog.part('ExpiryCalendarDialog')

/** The button of the address from which a calendar program learns when keys end. */
export function ExpiryCalendar({ icon, ...shown }: ExpiryCalendarProps & { icon: ReactNode }) {
  const t = useTranslations('integrations.calendar')
  return (
    <Opener loads={dialog} trigger={<Button icon={icon}>{t('action')}</Button>}>
      {(opened) => <ExpiryCalendarDialog {...opened} {...shown} />}
    </Opener>
  )
}
