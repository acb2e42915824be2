import { X } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { RelativeTime } from '@/components/ui/relative-time'
import { type Column, Table } from '@/components/ui/table'
import type { listTeam } from '@/lib/accounts/list-team'
import { allPermissions } from '@/lib/accounts/permissions'
import { teams } from '@/lib/accounts/team'
import { permissionNames } from '@/lib/web/permission-name'
import { pageFormats, translations } from '@/lib/web/translations'
import { MemberActions } from './member-actions'
import type { Subject } from './member-menu'
import type { Choice, Team } from './team'
import { WithdrawButton } from './withdraw-button'

type Listed = Awaited<ReturnType<typeof listTeam>>
type Member = Listed['members'][number]
type Does = Pick<Member, 'role'> & { readonly permissions: readonly string[] }

/** Who is in the team, and what each may do. */
export async function MembersTable({ members, me, team }: { members: readonly Member[]; me: number; team: Team }) {
  const { choices } = team
  const t = await translations('team')
  const { date, list } = await pageFormats()
  const names = await permissionNames()
  const subjectOf = ({ userId, name, permissions, seen, isLastManager, heldAlone }: Member): Subject => {
    const isMe = userId === me
    const alone = heldAlone.filter((permission) => permission !== teams[team.kind].manage)
    return {
      ...{ userId, name, permissions, seen, isLastManager, isMe },
      keeps: keptFrom(choices, heldAlone),
      onlyYouHold: isMe && alone.length > 0 ? list(alone.map((permission) => names[permission])) : undefined,
    }
  }
  return (
    <Section title={t('members')}>
      <Table
        phone="lines"
        caption={t('members')}
        rows={members}
        rowKey={({ userId }) => userId}
        columns={[
          await nameColumn(me, choices),
          await roleColumn<Member>(),
          {
            key: 'twoStep',
            label: t('twoStep'),
            phone: 'below-end',
            phoneLabel: true,
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
            cell: (member) => <MemberActions subject={subjectOf(member)} team={team} />,
          },
        ]}
      />
    </Section>
  )
}

/** Of the permissions that only one member holds, those that the reader does not hold and so cannot take. */
const keptFrom = (choices: readonly Choice[], heldAlone: readonly string[]): readonly string[] =>
  heldAlone.filter((permission) => choices.some(({ value, mine }) => value === permission && !mine))

async function nameColumn(me: number, choices: readonly Choice[]): Promise<Column<Member>> {
  const t = await translations('team')
  const { list } = await pageFormats()
  const labels = (permissions: readonly string[]) =>
    list(choices.filter(({ value }) => permissions.includes(value)).map(({ label }) => label))
  return {
    key: 'name',
    label: t('name'),
    heading: true,
    className: 'lg:max-w-80',
    cell: ({ name, userId, disabledAt }) => (
      <span className="flex min-w-0 items-center gap-2">
        <bdi className="truncate">{name}</bdi>
        {userId === me ? <Badge tone="info">{t('you')}</Badge> : null}
        {disabledAt === null ? null : <Badge tone="danger">{t('disabled')}</Badge>}
      </span>
    ),
    below: ({ email, isLastManager, heldAlone }) => {
      const kept = keptFrom(choices, heldAlone)
      const notes = [
        isLastManager ? t('onlyManager') : undefined,
        kept.length === 0 ? undefined : t('onlyHolder', { list: labels(kept) }),
      ].filter((note) => note !== undefined)
      return <span title={notes.join('. ')}>{[email, ...notes].join(' · ')}</span>
    },
  }
}

/** The name of a role, and below it the role's permissions. */
async function roleColumn<Row extends Does>(): Promise<Column<Row>> {
  const t = await translations('team')
  const names = await permissionNames()
  return {
    key: 'role',
    label: t('role'),
    phone: 'below',
    className: 'lg:max-w-80',
    cell: ({ role }) => <span className={role === 'none' ? 'text-muted' : 'sm:font-medium'}>{t(`roles.${role}`)}</span>,
    below: ({ role, permissions }) => {
      if (role === 'none') return null
      const held = allPermissions.filter((permission) => permissions.includes(permission))
      const text = held.map((permission) => names[permission]).join(' · ')
      return <span title={text}>{text}</span>
    },
  }
}

/** Who was invited and has not accepted yet. */
export async function InvitationsTable({ invitations, team }: { invitations: Listed['invitations']; team: Team }) {
  const t = await translations('team')
  const { moment } = await pageFormats()
  return (
    <Section title={t('invitations')}>
      {invitations.length === 0 ? (
        <p className="text-sm text-muted">{t('noInvitations')}</p>
      ) : (
        <Table
          phone="lines"
          caption={t('invitations')}
          rows={invitations}
          rowKey={({ id }) => id}
          columns={[
            { key: 'email', label: t('email'), heading: true, className: 'lg:max-w-80', cell: ({ email }) => email },
            await roleColumn<Listed['invitations'][number]>(),
            {
              key: 'invitedBy',
              label: t('invitedBy'),
              cell: ({ invitedBy }) => invitedBy ?? t(team.kind === 'operator' ? 'byCommand' : 'byOperator'),
            },
            {
              key: 'expires',
              label: t('expires'),
              phone: 'below-end',
              phoneLabel: true,
              cell: ({ expiresAt, isExpired }) =>
                isExpired ? <Badge>{t('expired')}</Badge> : <RelativeTime moment={moment(expiresAt)} />,
            },
            {
              key: 'actions',
              label: t('actions'),
              actions: true,
              cell: ({ id, email }) => (
                <WithdrawButton icon={<X aria-hidden />} invitationId={id} email={email} team={team} />
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
