import { UserPlus } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { listTeam } from '@/lib/accounts/list-team'
import type { Permission } from '@/lib/accounts/permissions'
import { needsStepUp } from '@/lib/accounts/session'
import { teamOf } from '@/lib/accounts/team'
import type { TeamOfficeContext } from '@/lib/context'
import { permissionNames } from '@/lib/web/permission-name'
import type { SignedIn } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'
import { Invite } from './invite'
import type { TeamActions } from './team'
import { InvitationsTable, MembersTable } from './team-tables'

/** Who works in an office, and what each may do there. */
export async function TeamPage(props: { ctx: SignedIn & TeamOfficeContext; tenant: string; actions: TeamActions }) {
  const { ctx, tenant, actions } = props
  const { kind, permissions } = teamOf(ctx.member)
  const t = await translations('team')
  const names = await permissionNames()
  const { members, invitations, unheld } = await listTeam(ctx)
  const { list } = await pageFormats()
  const held: readonly Permission[] = ctx.member.permissions
  const choices = permissions.map((value) => ({
    value,
    label: names[value],
    mine: held.includes(value),
    unheld: unheld.includes(value),
  }))
  const team = { kind, actions, choices, needsCode: needsStepUp(ctx.session) }
  return (
    <ClientTexts namespaces={['team', 'accountFaults']}>
      <PageHeader
        title={t('title')}
        lead={t('lead', { tenant })}
        actions={<Invite icon={<UserPlus aria-hidden />} team={team} />}
      />
      {unheld.length === 0 ? null : (
        <Notice tone="warning">
          {t('unheld', { count: unheld.length, list: list(unheld.map((permission) => names[permission])) })}
        </Notice>
      )}
      <MembersTable members={members} me={ctx.user.userId} team={team} />
      <InvitationsTable invitations={invitations} team={team} />
    </ClientTexts>
  )
}
