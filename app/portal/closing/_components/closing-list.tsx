import { CalendarX } from 'lucide-react'
import { ColumnMenu } from '@/app/_components/list/column-menu'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { viewOf } from '@/app/_components/list/view'
import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import { type ClosingFilter, type ClosingPlace, closingPath } from '@/lib/closing/closing'
import { type ClosedConsumption, listClosing, listForPaper, printedRowsMax } from '@/lib/closing/show-closing'
import type { OfficeContext } from '@/lib/context'
import { startOfDay } from '@/lib/language/days'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import { pageFormats, translations } from '@/lib/web/translations'
import { saleColumns, saleHref } from './sale-columns'

type Props = {
  ctx: Pick<OfficeContext, 'db' | 'member'>
  filter: ClosingFilter
  place: ClosingPlace
}

/** What was consumed that day, by reference, a page at a time. */
export async function ClosingList({ ctx, filter, place }: Props) {
  const [{ consumptions, previous, next }, t, { date }] = await Promise.all([
    listClosing(ctx, filter, place),
    translations('closing'),
    pageFormats(),
  ])
  if (consumptions.length === 0) {
    return (
      <EmptyState icon={<CalendarX aria-hidden />} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    )
  }
  const shown = { ...place, ...filter }
  const view = viewOf(shown, closingPath)
  const columns = await columnsOf(consumptions)
  return (
    <Section title={t('list')} lead={t('listLead')} actions={<ColumnMenu view={view} columns={columns} />}>
      <ListTable
        view={view}
        caption={t('listCaption', { day: date(startOfDay(filter.day)) })}
        rows={consumptions}
        rowKey={({ code }) => code}
        hrefOf={saleHref}
        columns={columns}
      />
      <ListFoot
        view={view}
        previous={previous === undefined ? undefined : closingPath(shown, { before: previous })}
        next={next === undefined ? undefined : closingPath(shown, { after: next })}
      />
    </Section>
  )
}

/** The same for paper: all of them, up to what a printer takes. */
export async function ClosingOnPaper({ ctx, filter }: Omit<Props, 'place'>) {
  const [{ consumptions, more }, t, { date, number }] = await Promise.all([
    listForPaper(ctx, filter),
    translations('closing'),
    pageFormats(),
  ])
  if (consumptions.length === 0) return null
  return (
    <Section title={t('list')} lead={t('listLead')} className="print:break-before-page">
      {more ? <Notice tone="warning">{t('more', { max: number(printedRowsMax) })}</Notice> : null}
      <Table
        caption={t('listCaption', { day: date(startOfDay(filter.day)) })}
        rows={consumptions}
        rowKey={({ code }) => code}
        columns={await columnsOf(consumptions)}
      />
    </Section>
  )
}

async function columnsOf(rows: readonly ClosedConsumption[]): Promise<readonly Column<ClosedConsumption>[]> {
  const [t, { date, time }] = await Promise.all([translations('closing'), pageFormats()])
  const remark: Column<ClosedConsumption> = {
    key: 'remark',
    label: t('remark'),
    phone: 'below-end',
    cell: ({ reference, repeats, paidOn }) => (
      <span className="flex flex-wrap gap-1 max-sm:justify-end">
        {repeats > 0 ? (
          <Link
            href={`${consumptionsPage}?q=${encodeURIComponent(reference)}`}
            aria-label={t('seeRepeats')}
            className="no-underline!"
          >
            <Badge tone="warning">{t('repeated')}</Badge>
          </Link>
        ) : null}
        {paidOn === undefined ? null : <Badge tone="info">{t('paidOn', { day: date(startOfDay(paidOn)) })}</Badge>}
      </span>
    ),
  }
  const isRemarked = rows.some(({ repeats, paidOn }) => repeats > 0 || paidOn !== undefined)
  return saleColumns(({ registeredAt }) => time(registeredAt), ...(isRemarked ? [remark] : []))
}
