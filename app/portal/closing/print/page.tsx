import type { Metadata } from 'next'
import { PageHeader } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { PrintButton } from '@/components/ui/print-button'
import { amongBranches, closingFilterOf, closingPath } from '@/lib/closing/closing'
import { showStanding } from '@/lib/closing/list-closings'
import { showClosing } from '@/lib/closing/show-closing'
import { startOfDay } from '@/lib/language/days'
import { listBranches } from '@/lib/sales/consumptions/list-consumptions'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { ClosingOnPaper } from '../_components/closing-list'
import { ClosingSums } from '../_components/closing-sums'
import { DayTotals } from '../_components/day-totals'
import { Signatures } from '../_components/signatures'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('closing'))('printPage') }
}

/** A day as it goes on paper: its summary on the first sheet, its consumptions on those that follow. */
export default async function ClosingPrintPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.closing.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const [asked, now] = [await searchParams, new Date()]
  const [t, { date, dateTime }, branches] = await Promise.all([
    translations('closing'),
    pageFormats(),
    listBranches(ctx),
  ])
  const filter = amongBranches(closingFilterOf(asked, now), branches)
  const [closing, standing] = await Promise.all([showClosing(ctx, filter), showStanding(ctx, filter)])
  const chosen = branches.find(({ id }) => id === filter.branch)?.name
  const branch = filter.branch === 'none' ? t('noBranch') : (chosen ?? t('everyBranch'))
  const merchant = ctx.session.membership?.name ?? ''
  return (
    <>
      <PageHeader
        above={
          <span className="print:hidden">
            <BackLink href={closingPath(filter)}>{t('printBack')}</BackLink>
          </span>
        }
        title={t('title')}
        lead={<span className="print:hidden">{t('printLead')}</span>}
        actions={<PrintButton>{t('print')}</PrintButton>}
      />
      <div className="flex flex-col gap-1">
        <p className="text-base font-semibold break-words">
          {t('about', { merchant, day: date(startOfDay(filter.day)), branch })}
        </p>
        <p className="text-xs text-muted">{t('printedAt', { when: dateTime(now) })}</p>
      </div>
      <DayTotals
        total={closing.total}
        repeats={closing.repeats}
        late={standing.late}
        closed={filter.branch === undefined ? undefined : standing.closings[0]}
      />
      {closing.lines.length > 1 ? <ClosingSums closing={closing} closed={standing.closings} filter={filter} /> : null}
      <Signatures />
      <ClosingOnPaper ctx={ctx} filter={filter} />
    </>
  )
}
