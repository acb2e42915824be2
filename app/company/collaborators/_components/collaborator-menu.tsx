'use client'

import { Eye, Pencil, Send, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Menu } from '@/components/ui/menu'
import { MenuItem, MenuLink, MenuSeparator } from '@/components/ui/menu-items'
import type { Opened } from '@/components/ui/opener'
import { EditDialog, InviteDialog, StatusDialog } from './collaborator-dialogs'
import type { Choices } from './options'
import { isInvitable, type Subject } from './subject'

export type PersonProps = { person: Subject; choices: Choices }

/** What can be done with somebody, with its dialogs. */
export function CollaboratorMenu({ person, choices, href, opened }: PersonProps & { href: string; opened: Opened }) {
  const t = useTranslations('collaborators')
  const [asked, setAsked] = useState<'edit' | 'invite' | 'status'>()
  const dialog = (which: typeof asked) => ({
    person,
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : undefined),
  })
  return (
    <>
      <Menu {...opened}>
        <MenuLink href={href} icon={<Eye aria-hidden />}>
          {t('see')}
        </MenuLink>
        <MenuItem icon={<Pencil aria-hidden />} onClick={() => setAsked('edit')}>
          {t('edit')}
        </MenuItem>
        {isInvitable(person) ? (
          <MenuItem icon={<Send aria-hidden />} onClick={() => setAsked('invite')}>
            {t(person.invited === null ? 'invite.action' : 'invite.actionAgain')}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem
          icon={person.active ? <UserX aria-hidden /> : <UserCheck aria-hidden />}
          {...(person.active ? { tone: 'danger' as const } : {})}
          onClick={() => setAsked('status')}
        >
          {t(person.active ? 'deactivate.action' : 'activate.action')}
        </MenuItem>
      </Menu>
      <EditDialog {...dialog('edit')} choices={choices} />
      <InviteDialog {...dialog('invite')} />
      <StatusDialog {...dialog('status')} />
    </>
  )
}
