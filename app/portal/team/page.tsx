import type { Metadata } from 'next'
import { Badge } from '@/components/ui/badge'
import { PageHeader, Section } from '@/components/ui/layout'
import { RelativeTime } from '@/components/ui/relative-time'
import { Table } from '@/components/ui/table'
import { listTeam } from '@/lib/accounts/list-team'
import { merchantPermissions } from '@/lib/accounts/permissions'
import type { roleOf } from '@/lib/accounts/roles'
import { needsStepUp } from '@/lib/accounts/session'
import { ClientTexts } from '@/lib/web/client-texts'
import { permissionNames } from '@/lib/web/permission-name'
import { memberAccess } from '@/lib/web/session'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { InviteDialog } from './_components/invite-dialog'
import { MemberActions } from './_components/member-actions'
import { WithdrawButton } from './_components/withdraw-button'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('team'))('title') })

type Does = { readonly role: ReturnType<typeof roleOf>; readonly permissions: readonly string[] }

export default async function TeamPage() {
  const access = await memberAccess('merchant.team.manage')
  if (!access.granted) return <Missing what={access.missing} />
  const t = await translations('team')
  const names = await permissionNames()
  const { ctx } = access
  const { moment, date } = await pageFormats()
  const { members, invitations } = await listTeam(ctx)
  const needsCode = needsStepUp(ctx.session)
  const does = ({ role, permissions }: Does) => (
    <div className="flex flex-col gap-0.5 max-sm:items-end">
      <span className={role === 'none' ? 'text-muted' : 'font-medium'}>{t(`roles.${role}`)}</span>
      {role === 'none' ? null : (
        <span className="max-w-[34ch] text-xs text-pretty text-muted">
          {merchantPermissions
            .filter((permission) => permissions.includes(permission))
            .map((permission) => names[permission])
            .join(' · ')}
        </span>
      )}
    </div>
  )
  const choices = merchantPermissions.map((value) => ({
    value,
    label: names[value],
    mine: ctx.member.permissions.includes(value),
  }))
  return (
    <ClientTexts namespaces={['team', 'accountFaults']}>
      <PageHeader
        title={t('title')}
        lead={t('lead', { merchant: ctx.session.membership?.name ?? '' })}
        actions={<InviteDialog choices={choices} needsCode={needsCode} />}
      />
      <Section title={t('members')}>
        <Table
          caption={t('members')}
          rows={members}
          rowKey={({ userId }) => userId}
          columns={[
            {
              key: 'name',
              label: t('name'),
              heading: true,
              cell: ({ name, email, userId, disabledAt, isLastManager }) => (
                <span className="flex flex-col gap-0.5">
                  <span className="flex flex-wrap items-center gap-2">
                    <span className="break-words">{name}</span>
                    {userId === ctx.user.userId ? <Badge tone="info">{t('you')}</Badge> : null}
                    {disabledAt === null ? null : <Badge tone="danger">{t('disabled')}</Badge>}
                  </span>
                  <span className="text-xs font-normal break-all text-muted">{email}</span>
                  {isLastManager ? <span className="text-xs font-normal text-muted">{t('onlyManager')}</span> : null}
                </span>
              ),
            },
            { key: 'role', label: t('role'), cell: does },
            {
              key: 'twoStep',
              label: t('twoStep'),
              cell: ({ twoStepSince }) =>
                twoStepSince === null ? (
                  <Badge tone="warning">{t('twoStepOff')}</Badge>
                ) : (
                  <Badge tone="good">{t('twoStepOn')}</Badge>
                ),
            },
            {
              key: 'since',
              label: t('since'),
              cell: ({ memberSince }) => <span className="whitespace-nowrap">{date(memberSince)}</span>,
            },
            {
              key: 'actions',
              label: t('actions'),
              actions: true,
              cell: ({ userId, name, permissions, seen, isLastManager }) => (
                <MemberActions
                  subject={{ userId, name, permissions, seen, isLastManager, isMe: userId === ctx.user.userId }}
                  choices={choices}
                  needsCode={needsCode}
                />
              ),
            },
          ]}
        />
      </Section>
      <Section title={t('invitations')}>
        {invitations.length === 0 ? (
          <p className="text-sm text-muted">{t('noInvitations')}</p>
        ) : (
          <Table
            caption={t('invitations')}
            rows={invitations}
            rowKey={({ id }) => id}
            columns={[
              { key: 'email', label: t('email'), heading: true, cell: ({ email }) => email, className: 'break-all' },
              { key: 'role', label: t('role'), cell: does },
              { key: 'invitedBy', label: t('invitedBy'), cell: ({ invitedBy }) => invitedBy },
              {
                key: 'expires',
                label: t('expires'),
                cell: ({ expiresAt, isExpired }) =>
                  isExpired ? <Badge>{t('expired')}</Badge> : <RelativeTime moment={moment(expiresAt)} />,
              },
              {
                key: 'actions',
                label: t('actions'),
                actions: true,
                cell: ({ id, email }) => <WithdrawButton invitationId={id} email={email} />,
              },
            ]}
          />
        )}
      </Section>
    </ClientTexts>
  )
}
