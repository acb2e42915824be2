'use client'

import { List, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { FormFooter } from '@/components/ui/form-footer'
import { Menu } from '@/components/ui/menu'
import { MenuItem, MenuLink } from '@/components/ui/menu-items'
import type { Opened } from '@/components/ui/opener'
import { useToast } from '@/components/ui/toast'
import { articlesPath } from '@/lib/catalog/articles'
import { NameForm } from '../../_components/name-form'
import { deleteCategoryAction, renameCategoryAction } from '../actions'

type Category = { readonly id: number; readonly name: string; readonly articles: number }

export type CategoryProps = { category: Category }

/** What can be done with a category, with its dialogs. */
export function CategoryMenu({ category, opened }: CategoryProps & { opened: Opened }) {
  const t = useTranslations('catalog')
  const [asks, setAsks] = useState<'rename' | 'delete'>()
  const close = () => setAsks(undefined)
  const { name, articles } = category
  return (
    <>
      <Menu {...opened}>
        <MenuLink icon={<List aria-hidden />} href={articlesPath({ search: undefined, category: category.id })}>
          {t('categories.show')}
        </MenuLink>
        <MenuItem icon={<Pencil aria-hidden />} onClick={() => setAsks('rename')}>
          {t('categories.rename')}
        </MenuItem>
        <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onClick={() => setAsks('delete')}>
          {t('categories.delete')}
        </MenuItem>
      </Menu>
      <Dialog title={t('categories.renameTitle', { name })} size="small" open={asks === 'rename'} onOpenChange={close}>
        <RenameForm category={category} onDone={close} />
      </Dialog>
      <AlertDialog
        title={t('categories.deleteTitle', { name })}
        description={t('categories.deleteText', { count: articles })}
        open={asks === 'delete'}
        onOpenChange={close}
      >
        <DeleteForm category={category} onDone={close} />
      </AlertDialog>
    </>
  )
}

function RenameForm({ category, onDone }: { category: Category; onDone: () => void }) {
  const t = useTranslations('catalog')
  const toast = useToast()
  return (
    <NameForm
      action={renameCategoryAction}
      faults="catalog.faults"
      label={t('name')}
      submit={t('categories.save')}
      renamed={{ field: 'categoryId', id: category.id, name: category.name }}
      onDone={() => {
        onDone()
        toast(t('categories.renamed'))
      }}
    />
  )
}

function DeleteForm({ category, onDone }: { category: Category; onDone: () => void }) {
  const t = useTranslations('catalog')
  const toast = useToast()
  return (
    <Form
      action={deleteCategoryAction}
      faults="catalog.faults"
      onDone={() => {
        onDone()
        toast(t('categories.deleted'))
      }}
    >
      <input type="hidden" name="categoryId" value={category.id} />
      <FormFooter submit={t('categories.deleteSubmit')} danger />
    </Form>
  )
}
