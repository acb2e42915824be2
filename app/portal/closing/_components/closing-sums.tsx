import { Figures } from '@/components/ui/figures'
import { FileLinks } from '@/components/ui/file-links'
import { Section } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Amount } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import {
  type ClosingFilter,
  closingFilePath,
  type NamedLine,
  repeatDays,
  type Sum,
  tableOf,
} from '@/lib/closing/closing'
import { showClosing } from '@/lib/closing/show-closing'
import type { OfficeContext } from '@/lib/context'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: ClosingFilter }

/** The day in sums, in all and by branch. */
export async function ClosingSums({ ctx, filter }: Props) {
  const [closing, t, { amount, number }] = await Promise.all([
    showClosing(ctx, filter),
    translations('closing'),
    pageFormats(),
  ])
  if (closing.lines.length === 0) return null
  const { total, repeats } = closing
  const { consumed } = total
  const rows = tableOf(closing, { noBranch: t('noBranch'), total: t('total') })
  return (
    <>
      <Figures
        label={t('totals')}
        figures={[
          { key: 'count', label: t('count'), value: number(consumed.count) },
          { key: 'purchase', label: t('purchase'), value: amount(consumed.purchaseCents) },
          { key: 'discount', label: t('discount'), value: amount(consumed.discountCents) },
          { key: 'final', label: t('final'), value: amount(consumed.finalCents) },
        ]}
      />
      {repeats > 0 ? (
        <Notice tone="warning" title={t('repeatsTitle', { count: repeats })}>
          {t('repeatsText', { days: String(repeatDays) })}
        </Notice>
      ) : null}
      <Section
        title={t('byBranch')}
        lead={t('byBranchLead')}
        actions={<FileLinks href={closingFilePath(filter, 'sums')} of={t('byBranch')} />}
      >
        <Table
          caption={t('byBranchCaption')}
          rows={rows}
          isTotal={(row) => rows.length > 1 && row === rows.at(-1)}
          rowKey={({ name }) => name}
          columns={await columns()}
        />
      </Section>
    </>
  )
}

async function columns(): Promise<readonly Column<NamedLine>[]> {
  const [t, { amount }] = await Promise.all([translations('closing'), pageFormats()])
  const sum = (key: 'authorized' | 'expired' | 'released' | 'active'): Column<NamedLine> => ({
    key,
    label: t(key),
    align: 'right',
    cell: (row) => cell(row[key]),
  })
  const cell = ({ count, discountCents }: Sum) => (
    <>
      <Amount text={amount(discountCents)} className="block" />
      <span className="block text-xs text-muted">{t('times', { count })}</span>
    </>
  )
  return [
    { key: 'name', label: t('branch'), heading: true, cell: ({ name }) => <span className="break-words">{name}</span> },
    sum('authorized'),
    sum('expired'),
    sum('released'),
    sum('active'),
    { key: 'consumed', label: t('consumed'), align: 'right', cell: ({ consumed }) => cell(consumed) },
    {
      key: 'final',
      label: t('final'),
      align: 'right',
      cell: ({ consumed }) => (
        <>
          <Amount text={amount(consumed.finalCents)} className="block font-medium" />
          <span className="block text-xs text-muted tabular-nums">
            {t('ofPurchases', { amount: amount(consumed.purchaseCents) })}
          </span>
        </>
      ),
    },
  ]
}
