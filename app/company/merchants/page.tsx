import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { PageHeader } from '@/components/ui/layout'
import { listAffiliationRequests } from '@/lib/affiliations/list-requests'
import { partyOfCompany } from '@/lib/affiliations/party'
import { companySections } from '@/lib/web/company-office'
import { translations } from '@/lib/web/translations'
import { RequestDialog } from '../../_components/affiliations/request-dialog'
import { PastRequests, ReceivedRequests, SentRequests } from '../../_components/affiliations/requests'
import { Missing } from '../../_components/missing'
import { MerchantList } from './_components/merchant-list'
import { acceptMerchant, declineMerchant, requestMerchant, withdrawMerchant } from './actions'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('benefits'))('merchants.title'),
})

export default async function MerchantsPage() {
  const access = await companySections.merchants.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const t = await translations('benefits')
  const company = ctx.session.companyMembership?.name ?? ''
  const { received, sent, past } = await listAffiliationRequests({ db: ctx.db, party: partyOfCompany(ctx.member) })
  return (
    <ClientTexts namespaces={['affiliations']}>
      <PageHeader
        title={t('merchants.title')}
        lead={t('merchants.lead', { company })}
        actions={<RequestDialog side="company" action={requestMerchant} />}
      />
      <ReceivedRequests
        side="company"
        requests={received}
        actions={{ accept: acceptMerchant, decline: declineMerchant }}
      />
      <MerchantList ctx={ctx} company={company} />
      <SentRequests side="company" requests={sent} withdraw={withdrawMerchant} />
      <PastRequests side="company" requests={past} />
    </ClientTexts>
  )
}
