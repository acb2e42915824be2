import { FileLinks } from '@/app/_components/list/file-links'
import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Amount } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import { type Closed, closedPath } from '@/lib/closing/closed'
import {
  type ClosingFilter,
  type ClosingLine,
  closingFilePath,
  closingPath,
  type NamedLine,
  tableOf,
} from '@/lib/closing/closing'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = {
  closing: { readonly lines: readonly ClosingLine[]; readonly total: ClosingLine }
  closed: readonly Closed[]
  filter: ClosingFilter
}

/** The day by branch, each with its state. */
export async function ClosingSums({ closing, closed, filter }: Props) {
  const t = await translations('closing')
  if (closing.lines.length === 0) return null
  const rows = tableOf(closing, { noBranch: t('noBranch'), total: t('total') })
  const isTotal = (row: NamedLine) => rows.length > 1 && row === rows.at(-1)
  return (
    <Section
      title={t('byBranch')}
      lead={<span className="print:hidden">{t('byBranchLead')}</span>}
      actions={<FileLinks href={closingFilePath(filter, 'sums')} of={t('byBranch')} />}
    >
      <Table
        phone="lines"
        caption={t('byBranchCaption')}
        rows={rows}
        isTotal={isTotal}
        rowKey={({ branchId, name }) => `${branchId} ${name}`}
        columns={await columns((row) => (isTotal(row) ? {} : stateOf(row)))}
      />
    </Section>
  )

  function stateOf({ branchId }: NamedLine) {
    const closing = closed.find((one) => one.branchId === branchId)
    return { closing, path: closingPath({ day: filter.day, branch: branchId ?? 'none' }) }
  }
}

type State = { readonly closing?: Closed | undefined; readonly path?: string }

/** Whether the day is closed at a branch, or where to close it. */
async function BranchState({ closing, path, name }: State & { name: string }) {
  const [t, { dateTime }] = await Promise.all([translations('closing'), pageFormats()])
  if (path === undefined) return null
  if (closing === undefined) {
    return (
      <Link href={path} aria-label={t('chooseBranchOf', { name })} className="text-xs print:hidden">
        {t('chooseBranch')}
      </Link>
    )
  }
  return (
    <Link
      href={closedPath(closing.id)}
      title={t('closedOn', { who: closing.closedBy, when: dateTime(closing.closedAt) })}
      className="no-underline"
    >
      <Badge tone="good">{t('stateClosed')}</Badge>
    </Link>
  )
}

async function columns(stateOf: (row: NamedLine) => State): Promise<readonly Column<NamedLine>[]> {
  const [t, { amount }] = await Promise.all([translations('closing'), pageFormats()])
  const sum = (key: 'authorized' | 'expired' | 'released' | 'active'): Column<NamedLine> => ({
    key,
    label: t(key),
    align: 'right',
    cell: (row) => <Amount text={amount(row[key].discountCents)} />,
    below: (row) => t('times', { count: row[key].count }),
  })
  return [
    {
      key: 'name',
      label: t('branch'),
      heading: true,
      className: 'lg:max-w-80',
      cell: (row) => (
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate print:whitespace-normal">{row.name}</span>
          <BranchState {...stateOf(row)} name={row.name} />
        </span>
      ),
    },
    sum('authorized'),
    sum('expired'),
    sum('released'),
    sum('active'),
    {
      key: 'consumed',
      label: t('consumed'),
      align: 'right',
      phone: 'below',
      phoneLabel: true,
      cell: ({ consumed }) => <Amount text={amount(consumed.discountCents)} />,
      below: ({ consumed }) => t('times', { count: consumed.count }),
    },
    {
      key: 'final',
      label: t('final'),
      align: 'right',
      phone: 'end',
      cell: ({ consumed }) => <Amount text={amount(consumed.finalCents)} className="font-medium" />,
      below: ({ consumed }) => (
        <span className="tabular-nums print:hidden">
          {t('ofPurchases', { amount: amount(consumed.purchaseCents) })}
        </span>
      ),
    },
  ]
}
