import type { Column } from '@/components/ui/table'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import type { ConsumedSale } from '@/lib/sales/sale'
import { pageFormats, translations } from '@/lib/web/translations'

/** A time and an amount are never broken, on paper either. */
const whole = 'whitespace-nowrap print:whitespace-nowrap!'

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
      // Thirteen characters, as an e-NCF has, stay on one line; what is longer is broken.
      className: 'print:min-w-[15ch] print:break-all',
      cell: ({ reference }) => reference,
      below: ({ code }) => code,
      belowClassName: 'font-mono print:whitespace-nowrap',
    },
    {
      key: 'time',
      label: t('time'),
      phone: 'below',
      className: whole,
      cell: when,
      below: ({ branch }) => branch ?? t('noBranch'),
      belowClassName: 'print:whitespace-normal',
    },
    {
      key: 'collaborator',
      label: t('collaborator'),
      cell: ({ collaborator }) => collaborator ?? t('erased'),
      below: ({ company }) => company,
    },
    {
      key: 'purchase',
      label: t('purchase'),
      align: 'right',
      className: whole,
      cell: ({ purchaseCents }) => amount(purchaseCents),
    },
    {
      key: 'discount',
      label: t('discount'),
      align: 'right',
      className: whole,
      cell: ({ discountCents }) => amount(-discountCents),
    },
    {
      key: 'final',
      label: t('final'),
      align: 'right',
      phone: 'end',
      className: `${whole} font-medium`,
      cell: ({ finalCents }) => amount(finalCents),
    },
    ...remarks,
  ]
}

/** The page of a sale. */
export const saleHref = ({ code }: Pick<ConsumedSale, 'code'>): string =>
  `${consumptionsPage}/${encodeURIComponent(code)}`
