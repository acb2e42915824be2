'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import { createCategoryAction } from '../actions'

export function NewCategory() {
  const t = useTranslations('catalog')
  const ui = useTranslations('ui')
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
      <Form
        action={createCategoryAction}
        faults="catalog.faults"
        onDone={() => {
          setOpen(false)
          toast(t('categories.created'))
        }}
      >
        <Field name="name" label={t('name')}>
          <Input required maxLength={80} autoComplete="off" />
        </Field>
        <DialogFooter>
          <DialogClose>
            <Button>{ui('cancel')}</Button>
          </DialogClose>
          <Button type="submit" variant="primary">
            {t('categories.create')}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
