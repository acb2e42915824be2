'use client'

import { Pencil, Send, UserCheck, UserX } from 'lucide-react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { PersonProps } from './collaborator-menu'
import { isInvitable } from './subject'

const dialogs = partsOf(() => import('./collaborator-dialogs'))
const EditDialog = dialogs.part('EditDialog')
const InviteDialog = dialogs.part('InviteDialog')
const StatusDialog = dialogs.part('StatusDialog')

/** What can be done with somebody, as the buttons of their page. */
export function CollaboratorButtons({ person, choices }: PersonProps) {
  const t = useTranslations('collaborators')
  const { active, invited } = person
  return (
    <>
      <Opener loads={dialogs} trigger={<Button icon={<Pencil aria-hidden />}>{t('edit')}</Button>}>
        {(opened) => <EditDialog {...opened} person={person} choices={choices} />}
      </Opener>
      {isInvitable(person) ? (
        <Opener
          loads={dialogs}
          trigger={
            <Button icon={<Send aria-hidden />}>{t(invited === null ? 'invite.action' : 'invite.actionAgain')}</Button>
          }
        >
          {(opened) => <InviteDialog {...opened} person={person} />}
        </Opener>
      ) : null}
      <Opener
        loads={dialogs}
        trigger={
          <Button
            icon={active ? <UserX aria-hidden /> : <UserCheck aria-hidden />}
            variant={active ? 'danger-quiet' : 'primary'}
          >
            {t(active ? 'deactivate.action' : 'activate.action')}
          </Button>
        }
      >
        {(opened) => <StatusDialog {...opened} person={person} />}
      </Opener>
    </>
  )
}
