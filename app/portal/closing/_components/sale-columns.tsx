import { Amount } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import type { ConsumedSale } from '@/lib/sales/sale'
import { pageFormats, translations } from '@/lib/web/translations'

/** How a sale of a day is shown in a row, on screen and on paper; `remarks` stand at the end, where a row has any. */
export async function saleColumns<Row extends ConsumedSale>(
  when: (row: Row) => string,
  ...remarks: readonly Column<Row>[]
): Promise<readonly Column<Row>[]> {
  const [t, { amount }] = await Promise.all([translations('closing'), pageFormats()])
  return [
    {
      key: 'reference',
      label: t('reference'),
      heading: true,
      className: 'print:break-all',
      cell: ({ reference }) => reference,
      below: ({ code }) => <span className="font-mono whitespace-nowrap">{code}</span>,
    },
    {
      key: 'time',
      label: t('time'),
      phone: 'below',
      cell: (row) => <span className="whitespace-nowrap">{when(row)}</span>,
      below: ({ branch }) => branch ?? t('noBranch'),
    },
    {
      key: 'collaborator',
      label: t('collaborator'),
      cell: ({ collaborator }) => collaborator,
      below: ({ company }) => company,
    },
    {
      key: 'purchase',
      label: t('purchase'),
      align: 'right',
      cell: ({ purchaseCents }) => <Amount text={amount(purchaseCents)} />,
    },
    {
      key: 'discount',
      label: t('discount'),
      align: 'right',
      cell: ({ discountCents }) => <Amount text={amount(-discountCents)} />,
    },
    {
      key: 'final',
      label: t('final'),
      align: 'right',
      phone: 'end',
      cell: ({ finalCents }) => <Amount text={amount(finalCents)} className="font-medium" />,
    },
    ...remarks,
  ]
}

/** The page of a sale. */
export const saleHref = ({ code }: Pick<ConsumedSale, 'code'>): string =>
  `${consumptionsPage}/${encodeURIComponent(code)}`
