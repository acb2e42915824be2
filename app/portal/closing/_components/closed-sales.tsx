import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { type Column, Table } from '@/components/ui/table'
import { closedPath } from '@/lib/closing/closed'
import { type AfterClosing, type ClosedSale, listClosed } from '@/lib/closing/list-closings'
import { pdfRowsMax } from '@/lib/closing/reasons'
import type { OfficeContext } from '@/lib/context'
import { startOfDay } from '@/lib/language/days'
import { pageFormats, translations } from '@/lib/web/translations'
import { saleColumns, saleHref } from './sale-columns'

const shownMax = 50

/** The first consumptions of a closing: of earlier days, and of its own. */
export async function ClosedSales(props: { ctx: Pick<OfficeContext, 'db' | 'member'>; id: number; late: boolean }) {
  const { ctx, id } = props
  const [t, { date, dateTime, number }, late, own] = await Promise.all([
    translations('closing'),
    pageFormats(),
    props.late ? listClosed(ctx, id, { late: true, limit: shownMax + 1 }) : [],
    listClosed(ctx, id, { late: false, limit: shownMax + 1 }),
  ])
  const when = ({ registeredAt }: ClosedSale) => dateTime(registeredAt)
  const lateOf: Column<ClosedSale> = {
    key: 'lateOf',
    label: t('day'),
    phone: 'below-end',
    cell: (sale) => (sale.lateOf === null ? null : t('lateOf', { day: date(startOfDay(sale.lateOf)) })),
  }
  const lists = [
    { title: t('closed.lateOnPaper'), sales: late, columns: await saleColumns(when, lateOf) },
    { title: t('closed.detail'), sales: own, columns: await saleColumns<ClosedSale>(when) },
  ]
  return lists
    .filter(({ sales }) => sales.length > 0)
    .map(({ title, sales, columns }) => (
      <Section key={title} title={title}>
        <Table
          phone="lines"
          caption={title}
          rows={sales.slice(0, shownMax)}
          rowKey={({ id }) => id}
          hrefOf={saleHref}
          columns={columns}
        />
        {sales.length > shownMax ? (
          <Notice>{t('closed.detailMore', { max: number(shownMax), pdfMax: number(pdfRowsMax) })}</Notice>
        ) : null}
      </Section>
    ))
}

/** What has come since, and belongs to the day. */
export async function SinceClosing({ since }: { since: readonly AfterClosing[] }) {
  if (since.length === 0) return null
  const [t, { dateTime }] = await Promise.all([translations('closing'), pageFormats()])
  const where: Column<AfterClosing> = {
    key: 'where',
    label: t('state'),
    phone: 'below-end',
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
        phone="lines"
        caption={t('closed.since')}
        rows={since}
        rowKey={({ code }) => code}
        hrefOf={saleHref}
        columns={await saleColumns(({ registeredAt }) => dateTime(registeredAt), where)}
      />
    </Section>
  )
}
