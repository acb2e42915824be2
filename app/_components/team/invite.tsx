'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Opener } from '@/components/ui/opener'
import { partsOf } from '@/components/ui/parts-of'
import type { Team } from './team'

const dialog = partsOf(() => import('./invite-dialog'))
const InviteDialog = dialog.part('InviteDialog')

export function Invite({ icon, team }: { icon: ReactNode; team: Team }) {
  const t = useTranslations('team')
  return (
    <Opener
      loads={dialog}
      trigger={
        <Button variant="primary" icon={icon}>
          {t('invite')}
        </Button>
      }
    >
      {(opened) => <InviteDialog {...opened} team={team} />}
    </Opener>
  )
}
