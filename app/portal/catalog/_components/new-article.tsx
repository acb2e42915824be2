'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { Choice } from './category-field'

const dialog = partsOf(() => import('./new-article-dialog'))
const NewArticleDialog = dialog.part('NewArticleDialog')

export function NewArticle({ icon, categories }: { icon: ReactNode; categories: readonly Choice[] }) {
  const t = useTranslations('catalog')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="primary" icon={icon}>
          {t('newArticle')}
        </Button>
      }
    >
      {(opened) => <NewArticleDialog {...opened} categories={categories} />}
    </Opener>
  )
}
