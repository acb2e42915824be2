'use client'

import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { NameForm } from '../../_components/name-form'
import { createCategoryAction } from '../actions'

export function NewCategoryDialog({ open, onOpenChange }: Opened) {
  const t = useTranslations('catalog')
  const toast = useToast()
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
        onDone={() => {
          onOpenChange(false)
          toast(t('categories.created'))
        }}
      />
    </Dialog>
  )
}
