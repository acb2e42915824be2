import { Handshake } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { listAffiliationProposals } from '@/lib/affiliations/list-proposals'
import { partyOfCompany } from '@/lib/affiliations/party'
import { companySections } from '@/lib/web/company-office'
import { toRead } from '@/lib/web/reading'
import { isSupportView } from '@/lib/web/support-view'
import { translations } from '@/lib/web/translations'
import { PastProposals, ReceivedProposals, SentProposals } from '../../_components/affiliations/proposals'
import { Propose } from '../../_components/affiliations/propose'
import { Missing } from '../../_components/missing'
import { MerchantList } from './_components/merchant-list'
import { acceptMerchant, declineMerchant, proposeToMerchant, withdrawMerchant } from './actions'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('benefits'))('merchants.title'),
})

export default async function MerchantsPage() {
  const access = await companySections.merchants.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('benefits')
  const company = ctx.session.companyMembership?.name ?? ''
  // A support view reads what there is, and answers nothing that was asked of the company (ADR-0056).
  const bySupport = isSupportView(ctx, 'company')
  const party = partyOfCompany(ctx.member)
  const { received, sent, past } = await listAffiliationProposals({ db: ctx.db, party, bySupport })
  return (
    <ClientTexts namespaces={['affiliations']}>
      <PageHeader
        title={t('merchants.title')}
        lead={t('merchants.lead', { company })}
        {...(bySupport
          ? {}
          : { actions: <Propose icon={<Handshake aria-hidden />} side="company" action={proposeToMerchant} /> })}
      />
      <ReceivedProposals
        side="company"
        proposals={received}
        actions={bySupport ? undefined : { accept: acceptMerchant, decline: declineMerchant }}
      />
      <MerchantList ctx={ctx} company={company} />
      <SentProposals side="company" proposals={sent} withdraw={bySupport ? undefined : withdrawMerchant} />
      <PastProposals side="company" proposals={past} />
    </ClientTexts>
  )
}
