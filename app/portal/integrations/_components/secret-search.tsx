'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { SecretSearchProps } from './secret-search-dialog'

const dialog = partsOf(() => import('./secret-search-dialog'))
const SecretSearchDialog = dialog.part('SecretSearchDialog')

/** The button that asks whose a secret is. */
export function SecretSearch({ icon, ...asked }: SecretSearchProps & { icon: ReactNode }) {
  const t = useTranslations('integrations.search')
  return (
    <Opener loads={dialog} trigger={<Button icon={icon}>{t('title')}</Button>}>
      {(opened) => <SecretSearchDialog {...opened} {...asked} />}
    </Opener>
  )
}
