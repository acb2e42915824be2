import { Badge, type Tone } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Amount } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import type { AuthorizationStatus } from '@/lib/sales/authorizations/filter'
import type { ListedAuthorization } from '@/lib/sales/authorizations/list-authorizations'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import { pageFormats, translations } from '@/lib/web/translations'
import { Buyer, WhenAndWhere } from '../../_components/sale-cells'

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
      label: `${t('columns.reference')} / ${t('columns.code')}`,
      heading: true,
      cell: ({ code, reference }) => (
        <>
          <span className="break-all">{reference}</span>
          <span className="block font-mono text-xs font-normal text-muted sm:whitespace-nowrap">{code}</span>
        </>
      ),
    },
    {
      key: 'status',
      label: t('columns.status'),
      cell: (row) => (
        <span className="flex flex-col items-start gap-1 max-sm:items-end">
          <Badge tone={tones[row.status]}>{t(`statuses.${row.status}`)}</Badge>
          <Ending row={row} t={t} dateTime={dateTime} />
        </span>
      ),
    },
    {
      key: 'when',
      label: t('columns.authorizedAt'),
      cell: ({ authorizedAt, branch }) => (
        <WhenAndWhere when={dateTime(authorizedAt)} where={branch ?? t('noBranch')} />
      ),
    },
    {
      key: 'collaborator',
      label: t('columns.collaborator'),
      cell: Buyer,
    },
    {
      key: 'discount',
      label: t('columns.discount'),
      align: 'right',
      cell: ({ discount, discountCents }) => (
        <>
          <Amount text={amount(-discountCents)} />
          <span className="block break-words text-muted">{discount}</span>
        </>
      ),
    },
    {
      key: 'final',
      label: t('columns.final'),
      align: 'right',
      cell: ({ purchaseCents, finalCents }) => (
        <>
          <Amount text={amount(finalCents)} className="font-medium" />
          <span className="block text-muted tabular-nums">{`${t('columns.purchase')} ${amount(purchaseCents)}`}</span>
        </>
      ),
    },
  ]
}

/** How it ended, or how long it still has. */
function Ending(props: {
  row: ListedAuthorization
  t: Awaited<ReturnType<typeof translations<'authorizations'>>>
  dateTime: (instant: Date) => string
}) {
  const { t, dateTime } = props
  const { status, secondsLeft, expiresAt, endedAt, consumptionCode } = props.row
  if (status === 'consumed') {
    return consumptionCode === null ? null : (
      <Link href={`${consumptionsPage}/${encodeURIComponent(consumptionCode)}`} className="text-xs">
        {t('seeConsumption')}
      </Link>
    )
  }
  const text =
    status === 'active'
      ? t('minutesLeft', { minutes: Math.ceil(secondsLeft / 60) })
      : status === 'expired'
        ? t('expiredAt', { when: dateTime(expiresAt) })
        : t('releasedAt', { when: dateTime(endedAt ?? expiresAt) })
  return <span className="text-xs text-muted">{text}</span>
}
