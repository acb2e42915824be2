import type { Metadata } from 'next'
import { Missing } from '@/app/_components/missing'
import { OwnViewsPage } from '@/app/_components/support/own-views-page'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { revokeMerchantViewAction } from './actions'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('support'))('own.title') })

export default async function MerchantSupportViewsPage() {
  const access = await merchantSections.activity.access()
  if (!access.granted) return <Missing access={access} />
  return <OwnViewsPage ctx={access.ctx} revoke={revokeMerchantViewAction} />
}
