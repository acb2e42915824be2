'use client'

import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Menu } from '@/components/ui/menu'
import { MenuItem, MenuLink, MenuSeparator } from '@/components/ui/menu-items'
import type { Opened } from '@/components/ui/opener'
import type { Addresses } from '../new-secret'
import { CredentialDialog } from './credential-dialog'
import { credentialIcons } from './credential-icons'
import { isEnd, type Target } from './target'

export type CredentialProps = { target: Target; addresses: Addresses; needsCode: boolean }

/** What can be done with a credential, with its dialogs. */
export function CredentialMenu({ opened, ...props }: CredentialProps & { opened: Opened }) {
  const { target } = props
  const t = useTranslations('integrations')
  const [asked, setAsked] = useState<Target['actions'][number]>()
  return (
    <>
      <Menu {...opened}>
        <MenuLink href={target.href} icon={<Eye aria-hidden />}>
          {t('seeDetails')}
        </MenuLink>
        {target.actions.length > 0 ? <MenuSeparator /> : null}
        {target.actions.map((action) => (
          <MenuItem
            key={action}
            icon={credentialIcons[action]}
            {...(isEnd(action) ? { tone: 'danger' as const } : {})}
            onClick={() => setAsked(action)}
          >
            {t(`${action}.action`)}
          </MenuItem>
        ))}
      </Menu>
      {target.actions.map((action) => (
        <CredentialDialog
          key={action}
          {...props}
          asked={action}
          open={asked === action}
          onOpenChange={(open) => setAsked(open ? action : undefined)}
        />
      ))}
    </>
  )
}
