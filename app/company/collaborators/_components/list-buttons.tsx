'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { Many } from './collaborator-dialogs'
import type { Choices } from './options'

const dialogs = partsOf(() => import('./collaborator-dialogs'))
const NewDialog = dialogs.part('NewDialog')
const InviteManyDialog = dialogs.part('InviteManyDialog')
const SeekDialog = dialogs.part('SeekDialog')

type Props = { icon: ReactNode; choices: Choices }

/** Adds somebody. */
export function NewCollaborator({ icon, choices }: Props) {
  const t = useTranslations('collaborators')
  return (
    <Opener
      loads={dialogs}
      trigger={
        <Button variant="primary" icon={icon}>
          {t('add')}
        </Button>
      }
    >
      {(opened) => <NewDialog {...opened} choices={choices} />}
    </Opener>
  )
}

/** Invites all whom the list shows and who were not invited yet. */
export function InviteMany({ icon, prominent, ...many }: Many & { icon: ReactNode; prominent: boolean }) {
  const t = useTranslations('collaborators')
  return (
    <Opener
      loads={dialogs}
      trigger={
        <Button icon={icon} variant={prominent ? 'primary' : 'secondary'}>
          {t('invite.many', { count: many.count })}
        </Button>
      }
    >
      {(opened) => <InviteManyDialog {...opened} {...many} />}
    </Opener>
  )
}

/** Looks a collaborator up by their whole identification. */
export function Seek({ icon, choices }: Props) {
  const t = useTranslations('collaborators')
  return (
    <Opener loads={dialogs} trigger={<Button icon={icon}>{t('seek.action')}</Button>}>
      {(opened) => <SeekDialog {...opened} choices={choices} />}
    </Opener>
  )
}
