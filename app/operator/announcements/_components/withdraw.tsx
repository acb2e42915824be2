'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'

const dialog = partsOf(() => import('./withdraw-dialog'))
const WithdrawDialog = dialog.part('WithdrawDialog')

export function Withdraw({ of }: { of: { readonly id: number; readonly text: string } }) {
  const t = useTranslations('announcements')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button size="small" aria-label={t('withdrawLabel', { text: of.text })}>
          {t('withdraw')}
        </Button>
      }
    >
      {(opened) => <WithdrawDialog of={of} {...opened} />}
    </Opener>
  )
}
