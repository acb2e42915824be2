'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import { RowMenu } from '@/components/ui/row-menu'
import type { BenefitProps } from './benefit-menu'

const menu = partsOf(() => import('./benefit-menu'))
const BenefitMenu = menu.part('BenefitMenu')
const GrantDialog = menu.part('GrantDialog')

/** Grants a discount that nobody receives yet. For a granted discount, changes who receives it, or takes it back. */
export function BenefitActions(props: BenefitProps) {
  const { name, toTeam, toTypeIds } = props.benefit
  const t = useTranslations('benefits')
  if (toTeam || toTypeIds.length > 0) {
    return (
      <RowMenu label={t('actionsOf', { name })} loads={menu}>
        {(opened) => <BenefitMenu {...props} opened={opened} />}
      </RowMenu>
    )
  }
  return (
    <Opener
      loads={menu}
      trigger={
        <Button size="small" aria-label={t('form.title', { name })}>
          {t('grant')}
        </Button>
      }
    >
      {(opened) => <GrantDialog {...props} {...opened} />}
    </Opener>
  )
}
