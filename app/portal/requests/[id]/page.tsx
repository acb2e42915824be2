import type { Metadata } from 'next'
import { showRequest } from '@/lib/requests/show-request'
import { orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { RequestDetails } from '../_components/request-details'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('requests'))('title') }
}

export default async function RequestPage({ params }: { params: Promise<{ id: string }> }) {
  const access = await merchantSections.requests.access()
  if (!access.granted) return <Missing access={access} />
  const { id } = await params
  return <RequestDetails view={await orNotFound(showRequest(access.ctx, id))} />
}
