import type { Metadata } from 'next'
import { Suspense } from 'react'
import { PageHeader } from '@/components/ui/layout'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { EmptyState } from '@/components/ui/states'
import { overviewPath, overviewPeriodOf } from '@/lib/overview/overview'
import { merchantOffice, merchantSections } from '@/lib/web/merchant-office'
import { isOpenTo, requireMember, sectionsFor } from '@/lib/web/office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { SectionCards } from '../_components/section-cards'
import { Expiring } from './_components/expiring'
import { Progress } from './_components/progress'
import { Sales } from './_components/sales'
import { Today } from './_components/totals'

type Props = { searchParams: SearchParams }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('home'))('title') }
}

export default async function HomePage({ searchParams }: Props) {
  const ctx = await toRead(await requireMember(merchantOffice))
  const { member, session } = ctx
  const t = await translations('home')
  const merchant = session.membership?.name ?? ''
  const sections = sectionsFor(merchantSections, member.permissions)
  const seesSales = isOpenTo(merchantSections.consumptions, member.permissions)
  const period = overviewPeriodOf(await searchParams)
  const now = new Date()
  return (
    <>
      <PageHeader
        title={t('greeting', { name: session.name })}
        lead={t(seesSales ? 'salesLead' : 'lead', { merchant })}
      />
      {sections.length === 0 ? (
        <EmptyState title={t('nothingTitle', { merchant })}>{t('nothingText')}</EmptyState>
      ) : (
        <>
          {/* Without a fallback: what stands below would jump when it comes. */}
          {seesSales ? <Today ctx={ctx} now={now} /> : null}
          <Progress ctx={ctx} />
          <Expiring ctx={ctx} now={now} />
          {seesSales ? (
            <Suspense key={overviewPath(period)} fallback={<ListSkeleton rows={6} />}>
              <Sales ctx={ctx} period={period} now={now} />
            </Suspense>
          ) : (
            <SectionCards sections={sections} about={(key) => t(`about.${key}`)} />
          )}
        </>
      )}
    </>
  )
}
