'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { PolicyOf } from './policy-dialog'

const dialog = partsOf(() => import('./policy-dialog'))
const PolicyDialog = dialog.part('PolicyDialog')

export function ChangePolicy({ of }: { of: PolicyOf }) {
  const t = useTranslations('policies')
  return (
    <Opener
      loads={dialog}
      trigger={<Button aria-label={t('changeLabel', { policy: t(`names.${of.policy}`) })}>{t('change')}</Button>}
    >
      {(opened) => <PolicyDialog of={of} {...opened} />}
    </Opener>
  )
}
