'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { TypeChange } from './type-dialog'

const dialog = partsOf(() => import('./type-dialog'))
const TypeDialog = dialog.part('TypeDialog')

export function ChangeType({ change }: { change: TypeChange }) {
  const t = useTranslations('policies')
  const { asks } = change
  const label = asks === 'add' ? undefined : t('types.label', { action: t(`types.${asks}`), name: change.name })
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button size={asks === 'add' ? 'medium' : 'small'} aria-label={label}>
          {t(`types.${asks}`)}
        </Button>
      }
    >
      {(opened) => <TypeDialog change={change} {...opened} />}
    </Opener>
  )
}
