'use client'

import { useTranslations } from '@/components/texts'
import { partsOf } from '@/components/ui/parts-of'
import { RowMenu } from '@/components/ui/row-menu'
import type { MemberProps } from './member-menu'

const menu = partsOf(() => import('./member-menu'))
const MemberMenu = menu.part('MemberMenu')

/** What can be done with a member of the team. */
export function MemberActions(props: MemberProps) {
  const t = useTranslations('team')
  return (
    <RowMenu label={t('actionsOf', { name: props.subject.name })} loads={menu}>
      {(opened) => <MemberMenu {...props} opened={opened} />}
    </RowMenu>
  )
}
