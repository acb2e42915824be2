'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button, IconButton } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'

const dialog = partsOf(() => import('./type-dialog'))
const TypeDialog = dialog.part('TypeDialog')

export function NewType({ icon }: { icon: ReactNode }) {
  const t = useTranslations('collaborators.types')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="primary" icon={icon}>
          {t('add')}
        </Button>
      }
    >
      {(opened) => <TypeDialog {...opened} />}
    </Opener>
  )
}

export function RenameType({ icon, type }: { icon: ReactNode; type: { id: number; name: string } }) {
  const t = useTranslations('collaborators.types')
  return (
    <Opener loads={dialog} trigger={<IconButton label={`${t('rename')}: ${type.name}`}>{icon}</IconButton>}>
      {(opened) => <TypeDialog {...opened} type={type} />}
    </Opener>
  )
}
