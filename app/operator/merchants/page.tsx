import { Store } from 'lucide-react'
import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { PageHeader } from '@/components/ui/layout'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { networkMerchantsFilterOf, networkMerchantsPath } from '@/lib/network-merchants/merchants'
import { operatorSections } from '@/lib/web/operator-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { CreateTenant } from '../_components/create-tenant'
import { MerchantsList } from './_components/merchants-list'
import { createMerchantAction } from './actions'

type Props = { searchParams: SearchParams }

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('operatorMerchants'))('title'),
})

export default async function NetworkMerchantsPage({ searchParams }: Props) {
  const access = await operatorSections.merchants.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('operatorMerchants')
  const filter = networkMerchantsFilterOf(await searchParams)
  return (
    <ClientTexts namespaces={['operatorFaults']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <CreateTenant
            ctx={ctx}
            icon={<Store aria-hidden />}
            words={{ open: t('create.open'), title: t('create.title'), name: t('create.name'), done: t('create.done') }}
            action={createMerchantAction}
          />
        }
      />
      <Suspense fallback={<ListSkeleton />}>
        <MerchantsList key={networkMerchantsPath(filter, filter)} ctx={ctx} filter={filter} />
      </Suspense>
    </ClientTexts>
  )
}
