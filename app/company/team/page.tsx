import type { Metadata } from 'next'
import { Missing } from '@/app/_components/missing'
import { TeamPage } from '@/app/_components/team/team-page'
import { companySections } from '@/lib/web/company-office'
import { translations } from '@/lib/web/translations'
import {
  changeCompanyAction,
  inviteToCompanyAction,
  removeFromCompanyAction,
  withdrawFromCompanyAction,
} from './actions'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('team'))('title') })

export default async function CompanyTeamPage() {
  const access = await companySections.team.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  return (
    <TeamPage
      ctx={ctx}
      tenant={ctx.session.companyMembership?.name ?? ''}
      actions={{
        invite: inviteToCompanyAction,
        withdraw: withdrawFromCompanyAction,
        change: changeCompanyAction,
        remove: removeFromCompanyAction,
      }}
    />
  )
}
