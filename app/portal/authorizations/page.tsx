import type { Metadata } from 'next'
import { ListPage } from '@/app/_components/list/list-page'
import { PageHeader } from '@/components/ui/layout'
import { authorizationsFilterOf } from '@/lib/sales/authorizations/filter'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { RedemptionTabs } from '../_components/redemption-tabs'
import { AuthorizationsList } from './_components/authorizations-list'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('authorizations'))('title') }
}

export default async function AuthorizationsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.consumptions.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const filter = authorizationsFilterOf(await searchParams)
  const t = await translations('authorizations')
  return (
    <ListPage>
      <PageHeader title={t('title')} lead={t('lead')} />
      <RedemptionTabs current="authorizations" />
      <AuthorizationsList ctx={ctx} filter={filter} merchant={ctx.session.membership?.name ?? ''} />
    </ListPage>
  )
}
