'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Form, FormFooter, Input } from '@/components/ui/in-dialog'
import { useToast } from '@/components/ui/toast'
import { createArticleAction } from '../actions'
import { CategoryField, type Choice } from './category-field'

export function NewArticle({ categories }: { categories: readonly Choice[] }) {
  const t = useTranslations('catalog')
  const toast = useToast()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t('article.createTitle')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />}>
          {t('newArticle')}
        </Button>
      }
    >
      <Form
        action={createArticleAction}
        faults="catalog.faults"
        onDone={() => {
          setOpen(false)
          toast(t('article.created'))
        }}
      >
        <Field name="sku" label={t('sku')} hint={t('article.skuHint')}>
          <Input
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
        <Field name="name" label={t('name')}>
          <Input required maxLength={200} autoComplete="off" />
        </Field>
        <CategoryField categories={categories} />
        <FormFooter submit={t('article.create')} />
      </Form>
    </Dialog>
  )
}
