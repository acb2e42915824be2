import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { FileLinks, TooManyRows } from '@/components/ui/file-links'
import { PageHeader } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { PrintButton } from '@/components/ui/print-button'
import { amongBranches, closingFilePath, closingFilterOf, closingPath } from '@/lib/closing/closing'
import { excelRowsMax } from '@/lib/files/write-excel'
import { textOf } from '@/lib/kernel/address'
import { localDayOf, startOfDay } from '@/lib/language/days'
import { listBranches } from '@/lib/sales/consumptions/list-consumptions'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { ClosingFilters } from './_components/closing-filters'
import { ClosingList } from './_components/closing-list'
import { ClosingSums } from './_components/closing-sums'
import { ComparePanel } from './_components/compare-panel'
import { compareAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('closing'))('title') }
}

export default async function ClosingPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.closing.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const [asked, now] = [await searchParams, new Date()]
  const [t, { date, dateTime, number }, branches] = await Promise.all([
    translations('closing'),
    pageFormats(),
    listBranches(ctx),
  ])
  const filter = amongBranches(closingFilterOf(asked, now), branches)
  const chosen = branches.find(({ id }) => id === filter.branch)?.name
  const branch = filter.branch === 'none' ? t('noBranch') : (chosen ?? t('everyBranch'))
  const merchant = ctx.session.membership?.name ?? ''
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={<span className="print:hidden">{t('lead')}</span>}
        actions={
          <>
            <PrintButton>{t('print')}</PrintButton>
            <FileLinks href={closingFilePath(filter, 'consumptions')} />
          </>
        }
      />
      {textOf(asked, 'file') === 'too_many' ? <TooManyRows max={number(excelRowsMax)} /> : null}
      <ClosingFilters filter={filter} branches={branches} />
      <div className="flex flex-col gap-1">
        <p className="text-base font-semibold break-words">
          {t('about', { merchant, day: date(startOfDay(filter.day)), branch })}
        </p>
        <p className="hidden text-xs text-muted print:block">{t('printedAt', { when: dateTime(now) })}</p>
      </div>
      {filter.day === localDayOf(now) ? <Notice tone="info">{t('notOver')}</Notice> : null}
      <ClosingSums ctx={ctx} filter={filter} />
      <ClosingList ctx={ctx} filter={filter} />
      <ClientTexts namespaces={['closing']}>
        <ComparePanel
          key={closingPath(filter)}
          compare={compareAction}
          day={filter.day}
          branch={filter.branch?.toString()}
        />
      </ClientTexts>
    </>
  )
}
