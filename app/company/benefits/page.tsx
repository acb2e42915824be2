import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { ListPage } from '@/app/_components/list/list-page'
import { PageHeader } from '@/components/ui/layout'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { Notice } from '@/components/ui/notice'
import { LinkTabs } from '@/components/ui/tabs'
import { benefitFilterOf, benefitsPath } from '@/lib/benefits/benefits'
import { companySections } from '@/lib/web/company-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { BenefitList } from './_components/benefit-list'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('benefits'))('title') })

export default async function BenefitsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await companySections.benefits.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('benefits')
  const filter = benefitFilterOf(await searchParams)
  return (
    <ClientTexts namespaces={['benefits', 'companyFaults']}>
      <ListPage>
        <PageHeader title={t('title')} lead={t('lead', { company: ctx.session.companyMembership?.name ?? '' })} />
        <noscript>
          <Notice tone="warning">{t('needsScript')}</Notice>
        </noscript>
        <LinkTabs
          label={t('views.label')}
          tabs={(['granted', 'available'] as const).map((view) => ({
            href: benefitsPath({ view, merchantId: filter.merchantId }),
            label: t(`views.${view}`),
            current: filter.view === view,
          }))}
        />
        <Suspense fallback={<ListSkeleton />}>
          <BenefitList key={benefitsPath(filter)} ctx={ctx} filter={filter} />
        </Suspense>
      </ListPage>
    </ClientTexts>
  )
}
