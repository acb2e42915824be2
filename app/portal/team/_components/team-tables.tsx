import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { RelativeTime } from '@/components/ui/relative-time'
import { type Column, Table } from '@/components/ui/table'
import type { listTeam } from '@/lib/accounts/list-team'
import { merchantPermissions, teamPermission } from '@/lib/accounts/permissions'
import { permissionNames } from '@/lib/web/permission-name'
import { pageFormats, translations } from '@/lib/web/translations'
import { MemberActions, type Subject } from './member-actions'
import type { Choice } from './role-picker'
import { WithdrawButton } from './withdraw-button'

type Team = Awaited<ReturnType<typeof listTeam>>
type Member = Team['members'][number]
type Does = Pick<Member, 'role'> & { readonly permissions: readonly string[] }

/** Who is in the team, and what each may do. */
export async function MembersTable(props: {
  members: readonly Member[]
  me: number
  choices: readonly Choice[]
  needsCode: boolean
}) {
  const { members, me, choices, needsCode } = props
  const t = await translations('team')
  const { date, list } = await pageFormats()
  const names = await permissionNames()
  const subjectOf = ({ userId, name, permissions, seen, isLastManager, heldAlone }: Member): Subject => {
    const isMe = userId === me
    const alone = heldAlone.filter((permission) => permission !== teamPermission)
    return {
      ...{ userId, name, permissions, seen, isLastManager, isMe },
      keeps: keptFrom(choices, heldAlone),
      onlyYouHold: isMe && alone.length > 0 ? list(alone.map((permission) => names[permission])) : undefined,
    }
  }
  return (
    <Section title={t('members')}>
      <Table
        caption={t('members')}
        rows={members}
        rowKey={({ userId }) => userId}
        columns={[
          await nameColumn(me, choices),
          await roleColumn<Member>(),
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
            cell: (member) => <MemberActions subject={subjectOf(member)} choices={choices} needsCode={needsCode} />,
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
    cell: ({ name, email, userId, disabledAt, isLastManager, heldAlone }) => (
      <span className="flex flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="break-words">{name}</span>
          {userId === me ? <Badge tone="info">{t('you')}</Badge> : null}
          {disabledAt === null ? null : <Badge tone="danger">{t('disabled')}</Badge>}
        </span>
        <span className="text-xs font-normal break-all text-muted">{email}</span>
        {isLastManager ? <span className="text-xs font-normal text-muted">{t('onlyManager')}</span> : null}
        {keptFrom(choices, heldAlone).length === 0 ? null : (
          <span className="max-w-[34ch] text-xs font-normal text-pretty text-muted">
            {t('onlyHolder', { list: labels(keptFrom(choices, heldAlone)) })}
          </span>
        )}
      </span>
    ),
  }
}

/** The name of a role, and below it the role's permissions. */
async function roleColumn<Row extends Does>(): Promise<Column<Row>> {
  const t = await translations('team')
  const names = await permissionNames()
  return {
    key: 'role',
    label: t('role'),
    cell: ({ role, permissions }) => (
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
    ),
  }
}

/** Who was invited and has not accepted yet. */
export async function InvitationsTable({ invitations }: { invitations: Team['invitations'] }) {
  const t = await translations('team')
  const { moment } = await pageFormats()
  return (
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
            await roleColumn<Team['invitations'][number]>(),
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
  )
}
