'use client'

import { useTranslations } from '@/components/texts'
import { partsOf } from '@/components/ui/parts-of'
import { RowMenu } from '@/components/ui/row-menu'
import type { CredentialProps } from './credential-menu'

const menu = partsOf(() => import('./credential-menu'))
const CredentialMenu = menu.part('CredentialMenu')

/** What can be done with a credential, as the menu of its row. */
export function CredentialActions(props: CredentialProps) {
  const t = useTranslations('integrations')
  return (
    <RowMenu label={t('actionsOf', { name: props.target.name })} loads={menu}>
      {(opened) => <CredentialMenu {...props} opened={opened} />}
    </RowMenu>
  )
}
