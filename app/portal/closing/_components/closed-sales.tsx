import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Amount } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import { closedPath } from '@/lib/closing/closed'
import { type AfterClosing, type ClosedSale, listClosed } from '@/lib/closing/list-closings'
import { pdfRowsMax } from '@/lib/closing/reasons'
import type { OfficeContext } from '@/lib/context'
import { startOfDay } from '@/lib/language/days'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import type { ConsumedSale } from '@/lib/sales/sale'
import { pageFormats, translations } from '@/lib/web/translations'
import { Buyer } from '../../_components/sale-cells'

const shownMax = 50

/** The first consumptions of a closing: of earlier days, and of its own. */
export async function ClosedSales(props: { ctx: Pick<OfficeContext, 'db' | 'member'>; id: number; late: boolean }) {
  const { ctx, id } = props
  const [t, { date, number }, late, own] = await Promise.all([
    translations('closing'),
    pageFormats(),
    props.late ? listClosed(ctx, id, { late: true, limit: shownMax + 1 }) : [],
    listClosed(ctx, id, { late: false, limit: shownMax + 1 }),
  ])
  const common = await columns()
  const lateOf: Column<ClosedSale> = {
    key: 'lateOf',
    label: t('day'),
    cell: (sale) => (sale.lateOf === null ? null : t('lateOf', { day: date(startOfDay(sale.lateOf)) })),
  }
  const lists = [
    { title: t('closed.lateOnPaper'), sales: late, columns: [...common, lateOf] },
    { title: t('closed.detail'), sales: own, columns: common },
  ]
  return lists
    .filter(({ sales }) => sales.length > 0)
    .map(({ title, sales, columns }) => (
      <Section key={title} title={title}>
        <Table caption={title} rows={sales.slice(0, shownMax)} rowKey={({ id }) => id} columns={columns} />
        {sales.length > shownMax ? (
          <Notice>{t('closed.detailMore', { max: number(shownMax), pdfMax: number(pdfRowsMax) })}</Notice>
        ) : null}
      </Section>
    ))
}

/** What has come since, and belongs to the day. */
export async function SinceClosing({ since }: { since: readonly AfterClosing[] }) {
  const t = await translations('closing')
  if (since.length === 0) return null
  const where: Column<AfterClosing> = {
    key: 'where',
    label: t('state'),
    cell: ({ closingId }) =>
      closingId === null ? (
        <Badge tone="warning">{t('closed.pending')}</Badge>
      ) : (
        <Link href={closedPath(closingId)}>{t('closed.inClosing')}</Link>
      ),
  }
  return (
    <Section title={t('closed.since')} lead={t('closed.sinceText')}>
      <Table
        caption={t('closed.since')}
        rows={since}
        rowKey={({ code }) => code}
        columns={[...(await columns()), where]}
      />
    </Section>
  )
}

async function columns(): Promise<readonly Column<ConsumedSale>[]> {
  const [t, { amount, dateTime }] = await Promise.all([translations('closing'), pageFormats()])
  return [
    {
      key: 'reference',
      label: t('reference'),
      heading: true,
      cell: ({ code, reference }) => (
        <Link href={`${consumptionsPage}/${encodeURIComponent(code)}`} className="break-all">
          {reference}
        </Link>
      ),
    },
    { key: 'time', label: t('time'), cell: ({ registeredAt }) => dateTime(registeredAt) },
    { key: 'collaborator', label: t('collaborator'), cell: Buyer },
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
      cell: ({ finalCents }) => <Amount text={amount(finalCents)} className="font-medium" />,
    },
  ]
}
