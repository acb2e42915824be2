import { Building2 } from 'lucide-react'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { PageHeader } from '@/components/ui/layout'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { networkCompaniesFilterOf, networkCompaniesPath } from '@/lib/network-companies/companies'
import { operatorSections } from '@/lib/web/operator-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { CreateTenant } from '../_components/create-tenant'
import { CompaniesList } from './_components/companies-list'
import { createCompanyAction } from './actions'

type Props = { searchParams: SearchParams }

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('operatorCompanies'))('title'),
})

export default async function NetworkCompaniesPage({ searchParams }: Props) {
  const access = await operatorSections.companies.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('operatorCompanies')
  const filter = networkCompaniesFilterOf(await searchParams)
  return (
    <ClientTexts namespaces={['operatorFaults']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <CreateTenant
            ctx={ctx}
            icon={<Building2 aria-hidden />}
            words={{ open: t('create.open'), title: t('create.title'), name: t('create.name'), done: t('create.done') }}
            action={createCompanyAction}
          />
        }
      />
      <Suspense fallback={<ListSkeleton />}>
        <CompaniesList key={networkCompaniesPath(filter, filter)} ctx={ctx} filter={filter} />
      </Suspense>
    </ClientTexts>
  )
}
