'use client'

import { useTranslations } from '@/components/texts'
import { partsOf } from '@/components/ui/parts-of'
import { RowMenu } from '@/components/ui/row-menu'
import type { PersonProps } from './collaborator-menu'
import { fullNameOf } from './subject'

const menu = partsOf(() => import('./collaborator-menu'))
const CollaboratorMenu = menu.part('CollaboratorMenu')

/** What can be done with somebody, as the menu of their row. */
export function CollaboratorActions(props: PersonProps & { href: string }) {
  const t = useTranslations('collaborators')
  return (
    <RowMenu label={t('actionsOf', { name: fullNameOf(props.person) })} loads={menu}>
      {(opened) => <CollaboratorMenu {...props} opened={opened} />}
    </RowMenu>
  )
}
