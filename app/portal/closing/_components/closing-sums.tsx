import { Figures } from '@/components/ui/figures'
import { Section } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Amount } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import { type ClosingFilter, type ClosingLine, repeatDays, type Sum } from '@/lib/closing/closing'
import { showClosing } from '@/lib/closing/show-closing'
import type { OfficeContext } from '@/lib/context'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: ClosingFilter }

/** The day in sums, in all and by branch. */
export async function ClosingSums({ ctx, filter }: Props) {
  const [{ lines, total, repeats }, t, { amount, number }] = await Promise.all([
    showClosing(ctx, filter),
    translations('closing'),
    pageFormats(),
  ])
  if (lines.length === 0) return null
  const { consumed } = total
  const rows = lines.map((line) => ({ ...line, name: line.branch ?? t('noBranch') }))
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
      <Section title={t('byBranch')} lead={t('byBranchLead')}>
        <Table
          caption={t('byBranchCaption')}
          rows={lines.length > 1 ? [...rows, { ...total, name: t('total') }] : rows}
          rowKey={({ name }) => name}
          columns={await columns()}
        />
      </Section>
    </>
  )
}

type Row = ClosingLine & { name: string }

async function columns(): Promise<readonly Column<Row>[]> {
  const [t, { amount }] = await Promise.all([translations('closing'), pageFormats()])
  const sum = (key: 'authorized' | 'expired' | 'released' | 'active'): Column<Row> => ({
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
