'use client'

import { useTranslations } from '@/components/texts'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'

export type Choice = { readonly id: number; readonly name: string }

/** The category of an article, or none. */
export function CategoryField({ categories, value }: { categories: readonly Choice[]; value?: number | null }) {
  const t = useTranslations('catalog')
  return (
    <Field name="categoryId" label={t('category')}>
      <Select
        defaultValue={value ?? ''}
        placeholder={t('noCategory')}
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </Field>
  )
}
