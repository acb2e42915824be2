import { Badge, type Tone } from '@/components/ui/badge'
import { Amount } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import type { AuthorizationStatus } from '@/lib/sales/authorizations/filter'
import type { ListedAuthorization } from '@/lib/sales/authorizations/list-authorizations'
import { pageFormats, translations } from '@/lib/web/translations'

const tones: Record<AuthorizationStatus, Tone> = {
  active: 'info',
  consumed: 'good',
  expired: 'warning',
  released: 'neutral',
}

/** How an authorization is shown in a row. */
export async function authorizationColumns(): Promise<readonly Column<ListedAuthorization>[]> {
  const [t, { amount, dateTime }] = await Promise.all([translations('authorizations'), pageFormats()])
  return [
    {
      key: 'reference',
      label: t('columns.reference'),
      heading: true,
      className: 'lg:max-w-36!',
      cell: ({ reference }) => reference,
      below: ({ code }) => <span className="font-mono">{code}</span>,
    },
    {
      key: 'status',
      label: t('columns.status'),
      phone: 'below-end',
      cell: ({ status }) => <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>,
      below: (row) => endingOf(row, t, dateTime),
    },
    {
      key: 'when',
      label: t('columns.authorizedAt'),
      phone: 'below',
      className: 'lg:max-w-48',
      cell: ({ authorizedAt }) => dateTime(authorizedAt),
      below: ({ branch }) => branch ?? t('noBranch'),
    },
    {
      key: 'collaborator',
      label: t('columns.collaborator'),
      className: 'lg:max-w-36!',
      cell: ({ collaborator }) => collaborator ?? t('columns.erased'),
      below: ({ company }) => company,
    },
    {
      key: 'discount',
      label: t('columns.discount'),
      align: 'right',
      className: 'lg:max-w-36!',
      cell: ({ discountCents }) => amount(-discountCents),
      below: ({ discount }) => discount,
    },
    {
      key: 'final',
      label: t('columns.final'),
      align: 'right',
      phone: 'end',
      cell: ({ finalCents }) => <Amount text={amount(finalCents)} className="font-medium" />,
      below: ({ purchaseCents }) => `${t('columns.purchase')} ${amount(purchaseCents)}`,
    },
  ]
}

/** When it ended, or how long it still has; nothing for what was consumed, whose row leads to the consumption. */
function endingOf(
  { status, secondsLeft, expiresAt, endedAt }: ListedAuthorization,
  t: Awaited<ReturnType<typeof translations<'authorizations'>>>,
  dateTime: (instant: Date) => string,
): string | undefined {
  if (status === 'consumed') return undefined
  if (status === 'active') return t('minutesLeft', { minutes: Math.ceil(secondsLeft / 60) })
  return dateTime(status === 'expired' ? expiresAt : (endedAt ?? expiresAt))
}
