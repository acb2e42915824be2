'use client'

import { useTranslations } from '@/components/texts'
import { partsOf } from '@/components/ui/parts-of'
import { RowMenu } from '@/components/ui/row-menu'
import type { BranchProps } from './branch-menu'

const menu = partsOf(() => import('./branch-menu'))
const BranchMenu = menu.part('BranchMenu')

/** What can be done with a branch. */
export function BranchActions(props: BranchProps) {
  const t = useTranslations('branches')
  return (
    <RowMenu label={t('actionsOf', { name: props.branch.name })} loads={menu}>
      {(opened) => <BranchMenu {...props} opened={opened} />}
    </RowMenu>
  )
}
