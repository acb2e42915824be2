import type { Metadata } from 'next'
import { Missing } from '@/app/_components/missing'
import { OwnViewsPage } from '@/app/_components/support/own-views-page'
import { companySections } from '@/lib/web/company-office'
import { translations } from '@/lib/web/translations'
import { revokeCompanyViewAction } from './actions'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('support'))('own.title') })

export default async function CompanySupportViewsPage() {
  const access = await companySections.activity.access()
  if (!access.granted) return <Missing access={access} />
  return <OwnViewsPage ctx={access.ctx} revoke={revokeCompanyViewAction} />
}
