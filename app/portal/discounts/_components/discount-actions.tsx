'use client'

import { useTranslations } from '@/components/texts'
import { partsOf } from '@/components/ui/parts-of'
import { RowMenu } from '@/components/ui/row-menu'
import type { Target } from './target'

const menu = partsOf(() => import('./discount-menu'))
const DiscountMenu = menu.part('DiscountMenu')

/** What can be done with a discount, as the menu of its row. */
export function DiscountActions({ target }: { target: Target }) {
  const t = useTranslations('discounts')
  return (
    <RowMenu label={t('actionsOf', { name: target.name })} loads={menu}>
      {(opened) => <DiscountMenu target={target} opened={opened} />}
    </RowMenu>
  )
}
