'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useToast } from '@/components/ui/toast'
import { NameForm } from '../../_components/name-form'
import { createCategoryAction } from '../actions'

export function NewCategory() {
  const t = useTranslations('catalog')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t('categories.createTitle')}
      description={t('categories.lead')}
      size="small"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('categories.new')}
        </Button>
      }
    >
      <NameForm
        action={createCategoryAction}
        faults="catalog.faults"
        label={t('name')}
        submit={t('categories.create')}
        onDone={() => {
          setOpen(false)
          toast(t('categories.created'))
        }}
      />
    </Dialog>
  )
}
