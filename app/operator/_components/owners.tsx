import { UserPlus } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { RelativeTime } from '@/components/ui/relative-time'
import { Table } from '@/components/ui/table'
import { pageFormats, translations } from '@/lib/web/translations'
import { Act } from './act'
import type { ActProps } from './act-dialog'

type Props = {
  /** The name of the field that sends whose they are, and the id. */
  readonly of: { readonly field: 'merchantId' | 'companyId'; readonly id: number }
  readonly owners: readonly {
    readonly userId: number
    readonly name: string
    readonly email: string
    readonly twoStepSince: Date | null
    readonly memberSince: Date
  }[]
  readonly invitations: readonly {
    readonly id: number
    readonly email: string
    readonly expiresAt: Date
    readonly isExpired: boolean
  }[]
  readonly actions: { readonly invite: ActProps['action']; readonly withdraw: ActProps['action'] }
  readonly needsCode: boolean
}

/** Who manages the team of a merchant or a company, and who was invited to. */
export async function Owners({ of, owners, invitations, actions, needsCode }: Props) {
  const t = await translations('operatorTenants')
  const { date, moment } = await pageFormats()
  const code = { code: t('code'), codeHint: t('codeHint') }
  const whose = { [of.field]: of.id }
  return (
    <Section
      title={t('owners.title')}
      actions={
        <Act
          icon={<UserPlus aria-hidden />}
          words={{
            open: t('owners.invite.open'),
            title: t('owners.invite.title'),
            lead: t('owners.invite.lead'),
            submit: t('owners.invite.submit'),
            done: t('owners.invite.done'),
            ...code,
          }}
          entries={whose}
          fields={[{ name: 'email', label: t('owners.email'), kind: 'email', max: 254 }]}
          action={actions.invite}
          needsCode={needsCode}
        />
      }
    >
      {owners.length === 0 ? (
        <p className="text-sm text-muted">{t('owners.none')}</p>
      ) : (
        <Table
          phone="lines"
          caption={t('owners.title')}
          rows={owners}
          rowKey={({ userId }) => userId}
          columns={[
            {
              key: 'name',
              label: t('owners.name'),
              heading: true,
              className: 'lg:max-w-80',
              cell: ({ name }) => <bdi>{name}</bdi>,
              below: ({ email }) => email,
            },
            {
              key: 'twoStep',
              label: t('owners.twoStep'),
              phone: 'below-end',
              phoneLabel: true,
              cell: ({ twoStepSince }) =>
                twoStepSince === null ? (
                  <Badge tone="warning">{t('owners.off')}</Badge>
                ) : (
                  <Badge tone="good">{t('owners.on')}</Badge>
                ),
            },
            { key: 'since', label: t('owners.since'), cell: ({ memberSince }) => date(memberSince) },
          ]}
        />
      )}
      {invitations.length === 0 ? null : (
        <Table
          phone="lines"
          caption={t('owners.pending')}
          rows={invitations}
          rowKey={({ id }) => id}
          columns={[
            { key: 'email', label: t('owners.pending'), heading: true, cell: ({ email }) => email },
            {
              key: 'expires',
              label: t('owners.expires'),
              phone: 'below-end',
              phoneLabel: true,
              cell: ({ expiresAt, isExpired }) =>
                isExpired ? <Badge>{t('owners.expired')}</Badge> : <RelativeTime moment={moment(expiresAt)} />,
            },
            {
              key: 'actions',
              label: t('owners.actions'),
              actions: true,
              cell: ({ id, email }) => (
                <Act
                  small
                  words={{
                    open: t('owners.withdraw.open'),
                    label: t('owners.withdraw.title', { email }),
                    title: t('owners.withdraw.title', { email }),
                    lead: t('owners.withdraw.lead'),
                    submit: t('owners.withdraw.submit'),
                    done: t('owners.withdraw.done'),
                    ...code,
                  }}
                  entries={{ ...whose, invitationId: id }}
                  action={actions.withdraw}
                  danger
                  needsCode={needsCode}
                />
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
