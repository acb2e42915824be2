import type { Metadata } from 'next'
import { Missing } from '@/app/_components/missing'
import { TeamPage } from '@/app/_components/team/team-page'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { changeAction, inviteAction, removeAction, withdrawAction } from './actions'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('team'))('title') })

export default async function MerchantTeamPage() {
  const access = await merchantSections.team.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  return (
    <TeamPage
      ctx={ctx}
      tenant={ctx.session.membership?.name ?? ''}
      actions={{
        invite: inviteAction,
        withdraw: withdrawAction,
        change: changeAction,
        remove: removeAction,
      }}
    />
  )
}
