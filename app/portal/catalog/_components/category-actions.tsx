'use client'

import { useTranslations } from '@/components/texts'
import { partsOf } from '@/components/ui/parts-of'
import { RowMenu } from '@/components/ui/row-menu'
import type { CategoryProps } from './category-menu'

const menu = partsOf(() => import('./category-menu'))
const CategoryMenu = menu.part('CategoryMenu')

/** What can be done with a category. */
export function CategoryActions(props: CategoryProps) {
  const t = useTranslations('catalog')
  return (
    <RowMenu label={t('actionsOf', { name: props.category.name })} loads={menu}>
      {(opened) => <CategoryMenu {...props} opened={opened} />}
    </RowMenu>
  )
}
