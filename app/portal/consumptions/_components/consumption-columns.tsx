import { Badge } from '@/components/ui/badge'
import { Amount } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import type { ListedConsumption } from '@/lib/sales/consumptions/list-consumptions'
import { pageFormats, translations } from '@/lib/web/translations'

/** How a consumption is shown in a row. */
export async function consumptionColumns(): Promise<readonly Column<ListedConsumption>[]> {
  const [t, { amount, dateTime }] = await Promise.all([translations('consumptions'), pageFormats()])
  return [
    {
      key: 'reference',
      label: t('columns.reference'),
      heading: true,
      cell: ({ reference }) => reference,
      below: ({ code }) => <span className="font-mono">{code}</span>,
    },
    {
      key: 'when',
      label: t('columns.registeredAt'),
      phone: 'below',
      cell: ({ registeredAt, isLate }) =>
        isLate ? (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {dateTime(registeredAt)} <Badge tone="warning">{t('late')}</Badge>
          </span>
        ) : (
          dateTime(registeredAt)
        ),
      below: ({ branch }) => branch ?? t('noBranch'),
    },
    {
      key: 'collaborator',
      label: t('columns.collaborator'),
      phone: 'below-end',
      cell: ({ collaborator }) => collaborator ?? t('columns.erased'),
      below: ({ company }) => company,
    },
    {
      key: 'discount',
      label: t('columns.discount'),
      cell: ({ discount }) => discount,
      below: ({ credential }) => t('registeredBy', { credential }),
    },
    {
      key: 'purchase',
      label: t('columns.purchaseAmount'),
      align: 'right',
      cell: ({ purchaseCents }) => amount(purchaseCents),
      below: ({ discountCents }) => amount(-discountCents),
    },
    {
      key: 'final',
      label: t('columns.finalAmount'),
      align: 'right',
      phone: 'end',
      cell: ({ finalCents }) => <Amount text={amount(finalCents)} className="font-medium" />,
    },
  ]
}
