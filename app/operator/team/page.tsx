import type { Metadata } from 'next'
import { Missing } from '@/app/_components/missing'
import { TeamPage } from '@/app/_components/team/team-page'
import { operatorSections } from '@/lib/web/operator-office'
import { translations } from '@/lib/web/translations'
import { changeOperatorAction, inviteOperatorAction, removeOperatorAction, withdrawOperatorAction } from './actions'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('team'))('title') })

export default async function OperatorTeamPage() {
  const access = await operatorSections.team.access()
  if (!access.granted) return <Missing access={access} />
  return (
    <TeamPage
      ctx={access.ctx}
      tenant={(await translations('entry'))('network')}
      actions={{
        invite: inviteOperatorAction,
        withdraw: withdrawOperatorAction,
        change: changeOperatorAction,
        remove: removeOperatorAction,
      }}
    />
  )
}
