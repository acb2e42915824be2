'use client'

import { useTranslations } from '@/components/texts'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { createArticleAction } from '../actions'
import { CategoryField, type Choice } from './category-field'

type Props = Opened & { categories: readonly Choice[] }

export function NewArticleDialog({ categories, open, onOpenChange }: Props) {
  const t = useTranslations('catalog')
  const toast = useToast()
  return (
    <Dialog title={t('article.createTitle')} open={open} onOpenChange={onOpenChange}>
      <Form
        action={createArticleAction}
        faults="catalog.faults"
        onDone={() => {
          onOpenChange(false)
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
