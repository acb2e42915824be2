'use client'

import { Eye, Pencil, Send, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { MenuItem, MenuLink, MenuSeparator } from '@/components/ui/in-menu'
import { RowMenu } from '@/components/ui/row-menu'
import { EditDialog, fullNameOf, InviteDialog, isInvitable, StatusDialog, type Subject } from './collaborator-dialogs'
import type { Choices } from './options'

/** What can be done with somebody, as the menu of their row or the buttons of their page. */
export function CollaboratorActions(props: {
  person: Subject
  choices: Choices
  look: 'menu' | 'buttons'
  href?: string
}) {
  const { person, choices, look, href } = props
  const t = useTranslations('collaborators')
  const [asked, setAsked] = useState<'edit' | 'invite' | 'status'>()
  const to = person.active ? 'deactivate' : 'activate'
  const inviteText = t(person.invited === null ? 'invite.action' : 'invite.actionAgain')
  const statusIcon = person.active ? <UserX aria-hidden /> : <UserCheck aria-hidden />
  const dialog = (which: typeof asked) => ({
    person,
    open: asked === which,
    onOpenChange: (open: boolean) => setAsked(open ? which : undefined),
  })
  return (
    <>
      {look === 'menu' ? (
        <RowMenu label={t('actionsOf', { name: fullNameOf(person) })}>
          {href === undefined ? null : (
            <MenuLink href={href} icon={<Eye aria-hidden />}>
              {t('see')}
            </MenuLink>
          )}
          <MenuItem icon={<Pencil aria-hidden />} onClick={() => setAsked('edit')}>
            {t('edit')}
          </MenuItem>
          {isInvitable(person) ? (
            <MenuItem icon={<Send aria-hidden />} onClick={() => setAsked('invite')}>
              {inviteText}
            </MenuItem>
          ) : null}
          <MenuSeparator />
          <MenuItem
            icon={statusIcon}
            {...(person.active ? { tone: 'danger' as const } : {})}
            onClick={() => setAsked('status')}
          >
            {t(`${to}.action`)}
          </MenuItem>
        </RowMenu>
      ) : (
        <>
          <Button icon={<Pencil aria-hidden />} onClick={() => setAsked('edit')}>
            {t('edit')}
          </Button>
          {isInvitable(person) ? (
            <Button icon={<Send aria-hidden />} onClick={() => setAsked('invite')}>
              {inviteText}
            </Button>
          ) : null}
          <Button
            icon={statusIcon}
            variant={person.active ? 'danger-quiet' : 'primary'}
            onClick={() => setAsked('status')}
          >
            {t(`${to}.action`)}
          </Button>
        </>
      )}
      <EditDialog {...dialog('edit')} choices={choices} />
      <InviteDialog {...dialog('invite')} />
      <StatusDialog {...dialog('status')} />
    </>
  )
}
