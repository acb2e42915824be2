'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { AbandonDialogProps } from './abandon-dialog'

const dialog = partsOf(() => import('./abandon-dialog'))
const AbandonDialog = dialog.part('AbandonDialog')

/** The button that gives a replacing up. */
export function AbandonReplacing(props: AbandonDialogProps) {
  const t = useTranslations('integrations.replacing')
  return (
    <Opener loads={dialog} trigger={<Button size="small">{t('abandon')}</Button>}>
      {(opened) => <AbandonDialog {...props} {...opened} />}
    </Opener>
  )
}
