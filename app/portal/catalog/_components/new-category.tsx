'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'

const dialog = partsOf(() => import('./new-category-dialog'))
const NewCategoryDialog = dialog.part('NewCategoryDialog')

export function NewCategory({ icon }: { icon: ReactNode }) {
  const t = useTranslations('catalog')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="primary" icon={icon}>
          {t('categories.new')}
        </Button>
      }
    >
      {(opened) => <NewCategoryDialog {...opened} />}
    </Opener>
  )
}
