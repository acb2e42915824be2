import { History, Printer } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { FileLinks } from '@/app/_components/list/file-links'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { closingsPath } from '@/lib/closing/closed'
import {
  amongBranches,
  closingFilePath,
  closingFilterOf,
  closingPage,
  closingPath,
  closingPlaceOf,
  closingPrintPath,
} from '@/lib/closing/closing'
import { showStanding } from '@/lib/closing/list-closings'
import { closingsPermission } from '@/lib/closing/permission'
import { listMegabytesMax } from '@/lib/closing/read-list'
import { showClosing } from '@/lib/closing/show-closing'
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
import { DayTotals } from './_components/day-totals'
import { closeDayAction, compareAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('closing'))('title') }
}

export default async function ClosingPage({ searchParams }: { searchParams: SearchParams }) {
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
  const chosen = branches.find(({ id }) => id === filter.branch)?.name
  const branch = filter.branch === 'none' ? t('noBranch') : (chosen ?? t('everyBranch'))
  const merchant = ctx.session.membership?.name ?? ''
  const [closing, standing] = await Promise.all([showClosing(ctx, filter), showStanding(ctx, filter)])
  const [closed] = filter.branch === undefined ? [] : standing.closings
  const mayClose = ctx.member.permissions.includes(closingsPermission)
  const ended = filter.day <= localDayOf(now)
  const closes = mayClose && ended && filter.branch !== undefined && closed === undefined
  const hint = closed !== undefined || !ended ? undefined : mayClose ? t('close.chooseBranch') : t('close.noPermission')
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={<span className="print:hidden">{t('lead')}</span>}
        actions={
          <>
            <ButtonLink
              href={closingsPath({ branch: filter.branch })}
              icon={<History aria-hidden />}
              className="print:hidden"
            >
              {t('history')}
            </ButtonLink>
            <ButtonLink href={closingPrintPath(filter)} icon={<Printer aria-hidden />} className="print:hidden">
              {t('print')}
            </ButtonLink>
            <FileLinks href={closingFilePath(filter, 'consumptions')} />
          </>
        }
      />
      {textOf(asked, 'file') === 'too_many' ? <TooManyRows /> : null}
      <ClosingFilters filter={filter} branches={branches} />
      <div className="flex flex-col gap-1">
        <p className="text-base font-semibold break-words">
          {t('about', { merchant, day: date(startOfDay(filter.day)), branch })}
        </p>
        <p className="hidden text-xs text-muted print:block">{t('printedAt', { when: dateTime(now) })}</p>
      </div>
      {filter.day === localDayOf(now) && closed === undefined ? <Notice tone="info">{t('notOver')}</Notice> : null}
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <DayTotals total={closing.total} repeats={closing.repeats} late={standing.late} closed={closed} />
        <ClientTexts namespaces={['closing', 'imports']}>
          <ComparePanel
            key={closingPath(filter)}
            compare={compareAction}
            day={filter.day}
            branch={filter.branch?.toString()}
            listAction={`${closingPage}/import/upload`}
            megabytesMax={listMegabytesMax}
            close={closes ? { action: closeDayAction, closedPath: closingPage } : undefined}
            hint={hint}
          />
        </ClientTexts>
      </div>
      <ClosingSums closing={closing} closed={standing.closings} filter={filter} />
      <ClosingList ctx={ctx} filter={filter} place={closingPlaceOf(asked)} />
    </>
  )
}
