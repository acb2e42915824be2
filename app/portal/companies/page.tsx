import { Handshake } from 'lucide-react'
import type { Metadata } from 'next'
import { type ReactNode, Suspense } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { companiesFilterOf, companiesPath } from '@/lib/affiliations/companies'
import { listAffiliationProposals } from '@/lib/affiliations/list-proposals'
import { affiliationPermissions, partyOfMerchant } from '@/lib/affiliations/party'
import { type MerchantMemberContext, merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { isSupportView } from '@/lib/web/support-view'
import { translations } from '@/lib/web/translations'
import { PastProposals, ReceivedProposals, SentProposals } from '../../_components/affiliations/proposals'
import { Propose } from '../../_components/affiliations/propose'
import { Missing } from '../../_components/missing'
import { CompaniesList } from './_components/companies-list'
import { acceptCompany, declineCompany, proposeToCompany, withdrawCompany } from './actions'

type Props = { searchParams: SearchParams }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('companies'))('title') }
}

export default async function CompaniesPage({ searchParams }: Props) {
  const access = await merchantSections.companies.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('companies')
  const merchant = ctx.session.membership?.name ?? ''
  const filter = companiesFilterOf(await searchParams)
  const list = (
    <Suspense fallback={<ListSkeleton />}>
      <CompaniesList key={companiesPath(filter, filter)} ctx={ctx} filter={filter} merchant={merchant} />
    </Suspense>
  )
  // A support view reads what there is, and answers nothing that was asked of the merchant (ADR-0056).
  const bySupport = isSupportView(ctx, 'merchant')
  const manages = ctx.member.permissions.includes(affiliationPermissions.merchant)
  return (
    <ClientTexts namespaces={['companies', 'affiliations']}>
      <PageHeader
        title={t('title')}
        lead={t('lead', { merchant })}
        {...(manages && !bySupport
          ? { actions: <Propose icon={<Handshake aria-hidden />} side="merchant" action={proposeToCompany} /> }
          : {})}
      />
      {manages ? (
        <WithProposals ctx={ctx} bySupport={bySupport}>
          {list}
        </WithProposals>
      ) : (
        list
      )}
    </ClientTexts>
  )
}

type Framed = { ctx: MerchantMemberContext; bySupport: boolean; children: ReactNode }

/** Puts the merchant's proposals around the list of companies: those to answer come first, those that are over come last. */
async function WithProposals({ ctx, bySupport, children }: Framed) {
  const party = partyOfMerchant(ctx.member)
  const { received, sent, past } = await listAffiliationProposals({ db: ctx.db, party, bySupport })
  return (
    <>
      <ReceivedProposals
        side="merchant"
        proposals={received}
        actions={bySupport ? undefined : { accept: acceptCompany, decline: declineCompany }}
      />
      {children}
      <SentProposals side="merchant" proposals={sent} withdraw={bySupport ? undefined : withdrawCompany} />
      <PastProposals side="merchant" proposals={past} />
    </>
  )
}
