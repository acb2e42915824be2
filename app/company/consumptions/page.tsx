import type { Metadata } from 'next'
import { Suspense } from 'react'
import { FileLinks } from '@/app/_components/list/file-links'
import { ListPage } from '@/app/_components/list/list-page'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { PageHeader } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/states'
import { textOf } from '@/lib/kernel/address'
import {
  companyConsumptionsFilterOf,
  companyConsumptionsPage,
  companyConsumptionsPath,
} from '@/lib/sales/company/filter'
import { companySections } from '@/lib/web/company-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { ConsumptionsFilters, ConsumptionsList, ConsumptionsTotals } from './_components/consumptions-list'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('companyConsumptions'))('title'),
})

export default async function CompanyConsumptionsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await companySections.consumptions.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const asked = await searchParams
  const filter = companyConsumptionsFilterOf(asked)
  const t = await translations('companyConsumptions')
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<FileLinks href={companyConsumptionsPath(filter, {}, `${companyConsumptionsPage}/file`)} />}
      />
      {textOf(asked, 'file') === 'too_many' ? <TooManyRows /> : null}
      <ConsumptionsFilters ctx={ctx} filter={filter} />
      {/* The list has no fallback: it is quick, and without a script a fallback would never be replaced. */}
      <Suspense key={companyConsumptionsPath(filter)} fallback={<Skeleton className="h-5 w-full max-w-xl" />}>
        <ConsumptionsTotals ctx={ctx} filter={filter} />
      </Suspense>
      <ConsumptionsList ctx={ctx} filter={filter} company={ctx.session.companyMembership?.name ?? ''} />
    </ListPage>
  )
}
