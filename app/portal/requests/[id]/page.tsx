import type { Metadata } from 'next'
import { cache } from 'react'
import { showRequest } from '@/lib/requests/show-request'
import { orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import { titleOf } from '@/lib/web/title-of'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { operationNames } from '../../operation-names'
import { RequestDetails } from '../_components/request-details'

type Props = { params: Promise<{ id: string }> }

/** The call in the address, read once for the title and the page. */
const shown = cache(async (id: string) => {
  const access = await merchantSections.requests.access()
  return access.granted ? { ...access, view: await orNotFound(showRequest(access.ctx, id)) } : access
})

/** What was asked, of which purchase, and what was answered: "Aplicar descuento T-1043, 409". */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params
  return titleOf((await translations('requests'))('title'), async () => {
    const access = await shown(id)
    if (!access.granted) return undefined
    const { operation, reference, status } = access.view
    return `${[(await operationNames())(operation), reference].filter(Boolean).join(' ')}, ${status}`
  })
}

export default async function RequestPage({ params }: Props) {
  const access = await shown((await params).id)
  if (!access.granted) return <Missing access={access} />
  return <RequestDetails ctx={access.ctx} view={access.view} />
}
