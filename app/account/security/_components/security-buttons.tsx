'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { Disabling, Renewing } from './security-dialogs'

const dialogs = partsOf(() => import('./security-dialogs'))
const RenewDialog = dialogs.part('RenewDialog')
const DisableDialog = dialogs.part('DisableDialog')

/** Makes new recovery codes. */
export function Renew(props: Renewing) {
  const t = useTranslations('account')
  return (
    <Opener loads={dialogs} trigger={<Button>{t('renew')}</Button>}>
      {(opened) => <RenewDialog {...opened} {...props} />}
    </Opener>
  )
}

/** Turns two-step verification off. */
export function Disable(props: Disabling) {
  const t = useTranslations('account')
  return (
    <Opener loads={dialogs} trigger={<Button variant="ghost">{t('disable')}</Button>}>
      {(opened) => <DisableDialog {...opened} {...props} />}
    </Opener>
  )
}
