import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { PageHeader } from '@/components/ui/layout'
import { listTillChoices } from '@/lib/till/list-choices'
import { listOwnSales } from '@/lib/till/list-own-sales'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { Till } from './_components/till'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('till'))('title') }
}

export default async function TillPage() {
  const access = await merchantSections.till.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const [t, { types, branches }, today] = await Promise.all([
    translations('till'),
    listTillChoices(ctx),
    listOwnSales(ctx),
  ])
  const { merchantId, userId } = ctx.member
  return (
    <>
      <PageHeader title={t('title')} />
      <ClientTexts namespaces={['till']}>
        <Till merchantId={merchantId} userId={userId} types={types} branches={branches} today={today} />
      </ClientTexts>
    </>
  )
}
