import { CalendarX } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Pagination } from '@/components/ui/pagination'
import { Amount, EmptyState } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import { type ClosingFilter, closingPath } from '@/lib/closing/closing'
import { type ClosedConsumption, listClosing, listForPaper, printedRowsMax } from '@/lib/closing/show-closing'
import type { OfficeContext } from '@/lib/context'
import type { CursorRange } from '@/lib/kernel/cursor'
import { startOfDay } from '@/lib/language/days'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import { pageFormats, translations } from '@/lib/web/translations'
import { Buyer, WhenAndWhere } from '../../_components/sale-cells'

type Props = {
  ctx: Pick<OfficeContext, 'db' | 'member'>
  filter: ClosingFilter
  place: CursorRange<number>
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
  return (
    <Section title={t('list')} lead={t('listLead')}>
      <Table
        caption={t('listCaption', { day: date(startOfDay(filter.day)) })}
        rows={consumptions}
        rowKey={({ code }) => code}
        columns={await columns()}
      />
      <Pagination
        previous={previous === undefined ? undefined : closingPath(filter, { before: previous })}
        next={next === undefined ? undefined : closingPath(filter, { after: next })}
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
        columns={await columns()}
      />
    </Section>
  )
}

async function columns(): Promise<readonly Column<ClosedConsumption>[]> {
  const [t, { amount, date, time }] = await Promise.all([translations('closing'), pageFormats()])
  return [
    {
      key: 'reference',
      label: t('reference'),
      heading: true,
      cell: ({ code, reference, repeats, paidOn }) => (
        <span className="flex flex-col items-start gap-1">
          <Link href={`${consumptionsPage}/${encodeURIComponent(code)}`} className="break-all">
            {reference}
          </Link>
          <span className="font-mono text-xs font-normal text-muted sm:whitespace-nowrap">{code}</span>
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
    },
    {
      key: 'time',
      label: t('time'),
      cell: ({ registeredAt, branch }) => <WhenAndWhere when={time(registeredAt)} where={branch ?? t('noBranch')} />,
    },
    {
      key: 'collaborator',
      label: t('collaborator'),
      cell: Buyer,
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
      cell: ({ finalCents }) => <Amount text={amount(finalCents)} className="font-medium" />,
    },
  ]
}
