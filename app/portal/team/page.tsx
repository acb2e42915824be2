import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { listTeam } from '@/lib/accounts/list-team'
import { merchantPermissions } from '@/lib/accounts/permissions'
import { needsStepUp } from '@/lib/accounts/session'
import { merchantSections } from '@/lib/web/merchant-office'
import { permissionNames } from '@/lib/web/permission-name'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { InviteDialog } from './_components/invite-dialog'
import { InvitationsTable, MembersTable } from './_components/team-tables'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('team'))('title') })

export default async function TeamPage() {
  const access = await merchantSections.team.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const t = await translations('team')
  const names = await permissionNames()
  const { members, invitations, unheld } = await listTeam(ctx)
  const { list } = await pageFormats()
  const needsCode = needsStepUp(ctx.session)
  const choices = merchantPermissions.map((value) => ({
    value,
    label: names[value],
    mine: ctx.member.permissions.includes(value),
    unheld: unheld.includes(value),
  }))
  return (
    <ClientTexts namespaces={['team', 'accountFaults']}>
      <PageHeader
        title={t('title')}
        lead={t('lead', { merchant: ctx.session.membership?.name ?? '' })}
        actions={<InviteDialog choices={choices} needsCode={needsCode} />}
      />
      {unheld.length === 0 ? null : (
        <Notice tone="warning">
          {t('unheld', { count: unheld.length, list: list(unheld.map((permission) => names[permission])) })}
        </Notice>
      )}
      <MembersTable members={members} me={ctx.user.userId} choices={choices} needsCode={needsCode} />
      <InvitationsTable invitations={invitations} />
    </ClientTexts>
  )
}
