'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { Offered } from './grant-first-dialog'

const dialog = partsOf(() => import('./grant-first-dialog'))
const GrantFirstDialog = dialog.part('GrantFirstDialog')

export function GrantFirst({ icon, offered }: { icon: ReactNode; offered: readonly Offered[] }) {
  const t = useTranslations('benefits')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="primary" icon={icon}>
          {t('first.action')}
        </Button>
      }
    >
      {(opened) => <GrantFirstDialog {...opened} offered={offered} />}
    </Opener>
  )
}
