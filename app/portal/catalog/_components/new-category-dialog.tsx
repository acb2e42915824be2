'use client'

import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import type { Opened } from '@/components/ui/opener'
import { NameForm } from '../../_components/name-form'
import { createCategoryAction } from '../actions'

export function NewCategoryDialog({ open, onOpenChange }: Opened) {
  const t = useTranslations('catalog')
  return (
    <Dialog
      title={t('categories.createTitle')}
      description={t('categories.lead')}
      size="small"
      open={open}
      onOpenChange={onOpenChange}
    >
      <NameForm
        action={createCategoryAction}
        faults="catalog.faults"
        label={t('name')}
        submit={t('categories.create')}
        done={t('categories.created')}
        onDone={() => onOpenChange(false)}
      />
    </Dialog>
  )
}
