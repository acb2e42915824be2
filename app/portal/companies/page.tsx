import type { Metadata } from 'next'
import { type ReactNode, Suspense } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { companiesFilterOf, companiesPath } from '@/lib/affiliations/companies'
import { listAffiliationRequests } from '@/lib/affiliations/list-requests'
import { affiliationPermissions, partyOfMerchant } from '@/lib/affiliations/party'
import { type MerchantMemberContext, merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { RequestDialog } from '../../_components/affiliations/request-dialog'
import { PastRequests, ReceivedRequests, SentRequests } from '../../_components/affiliations/requests'
import { Missing } from '../../_components/missing'
import { CompaniesList } from './_components/companies-list'
import { acceptCompany, declineCompany, requestCompany, withdrawCompany } from './actions'

type Props = { searchParams: SearchParams }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('companies'))('title') }
}

export default async function CompaniesPage({ searchParams }: Props) {
  const access = await merchantSections.companies.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const t = await translations('companies')
  const merchant = ctx.session.membership?.name ?? ''
  const filter = companiesFilterOf(await searchParams)
  const list = (
    <Suspense key={companiesPath(filter, filter)} fallback={<ListSkeleton />}>
      <CompaniesList ctx={ctx} filter={filter} merchant={merchant} />
    </Suspense>
  )
  const manages = ctx.member.permissions.includes(affiliationPermissions.merchant)
  return (
    <ClientTexts namespaces={['companies', 'affiliations']}>
      <PageHeader
        title={t('title')}
        lead={t('lead', { merchant })}
        {...(manages ? { actions: <RequestDialog side="merchant" action={requestCompany} /> } : {})}
      />
      {manages ? <WithRequests ctx={ctx}>{list}</WithRequests> : list}
    </ClientTexts>
  )
}

/** Puts the merchant's requests around the list of companies: those to answer come first, those that are over come last. */
async function WithRequests({ ctx, children }: { ctx: MerchantMemberContext; children: ReactNode }) {
  const party = partyOfMerchant(ctx.member)
  const { received, sent, past } = await listAffiliationRequests({ db: ctx.db, party })
  return (
    <>
      <ReceivedRequests
        side="merchant"
        requests={received}
        actions={{ accept: acceptCompany, decline: declineCompany }}
      />
      {children}
      <SentRequests side="merchant" requests={sent} withdraw={withdrawCompany} />
      <PastRequests side="merchant" requests={past} />
    </>
  )
}
