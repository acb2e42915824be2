'use client'

import { List, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { AlertDialog, Dialog } from '@/components/ui/dialog'
import { Menu } from '@/components/ui/menu'
import { MenuItem, MenuLink } from '@/components/ui/menu-items'
import type { Opened } from '@/components/ui/opener'
import { articlesPath } from '@/lib/catalog/articles'
import { ConfirmForm } from '../../_components/confirm-form'
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
        <NameForm
          action={renameCategoryAction}
          faults="catalog.faults"
          label={t('name')}
          submit={t('categories.save')}
          renamed={{ field: 'categoryId', id: category.id, name }}
          done={t('categories.renamed')}
          onDone={close}
        />
      </Dialog>
      <AlertDialog
        title={t('categories.deleteTitle', { name })}
        description={t('categories.deleteText', { count: articles })}
        open={asks === 'delete'}
        onOpenChange={close}
      >
        <ConfirmForm
          action={deleteCategoryAction}
          faults="catalog.faults"
          of={{ field: 'categoryId', id: category.id }}
          submit={t('categories.deleteSubmit')}
          done={t('categories.deleted')}
          onDone={close}
        />
      </AlertDialog>
    </>
  )
}
