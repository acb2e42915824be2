'use client'

import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Input } from '@/components/ui/input'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-items'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { ConfirmForm } from '../../_components/confirm-form'
import { changeArticleAction, deleteArticleAction } from '../actions'
import { CategoryField, type Choice } from './category-field'

type Article = { readonly id: number; readonly sku: string; readonly name: string; readonly categoryId: number | null }

export type ArticleProps = { article: Article; categories: readonly Choice[] }

/** What can be done with an article, with its dialogs. */
export function ArticleMenu({ article, categories, opened }: ArticleProps & { opened: Opened }) {
  const t = useTranslations('catalog')
  const [asks, setAsks] = useState<'change' | 'delete'>()
  const close = () => setAsks(undefined)
  return (
    <>
      <Menu {...opened}>
        <MenuItem icon={<Pencil aria-hidden />} onClick={() => setAsks('change')}>
          {t('article.edit')}
        </MenuItem>
        <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onClick={() => setAsks('delete')}>
          {t('article.delete')}
        </MenuItem>
      </Menu>
      <Dialog
        title={t('article.editTitle', { sku: article.sku })}
        description={t('article.editLead')}
        open={asks === 'change'}
        onOpenChange={close}
      >
        <ChangeForm article={article} categories={categories} onDone={close} />
      </Dialog>
      <AlertDialog
        title={t('article.deleteTitle', { sku: article.sku })}
        description={t('article.deleteText', { name: article.name })}
        open={asks === 'delete'}
        onOpenChange={close}
      >
        <ConfirmForm
          action={deleteArticleAction}
          faults="catalog.faults"
          of={{ field: 'articleId', id: article.id }}
          submit={t('article.deleteSubmit')}
          done={t('article.deleted')}
          onDone={close}
        />
      </AlertDialog>
    </>
  )
}

function ChangeForm(props: { article: Article; categories: readonly Choice[]; onDone: () => void }) {
  const { article, categories, onDone } = props
  const t = useTranslations('catalog')
  const toast = useToast()
  return (
    <Form
      action={changeArticleAction}
      faults="catalog.faults"
      onDone={() => {
        onDone()
        toast(t('article.saved'))
      }}
    >
      <input type="hidden" name="articleId" value={article.id} />
      <Field name="name" label={t('name')}>
        <Input required maxLength={200} autoComplete="off" defaultValue={article.name} />
      </Field>
      <CategoryField categories={categories} value={article.categoryId} />
      <FormFooter submit={t('article.save')} />
    </Form>
  )
}
