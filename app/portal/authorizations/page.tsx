import type { Metadata } from 'next'
import { FileLinks } from '@/app/_components/list/file-links'
import { ListPage } from '@/app/_components/list/list-page'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { PageHeader } from '@/components/ui/layout'
import { textOf } from '@/lib/kernel/address'
import { authorizationsFilterOf, authorizationsPath } from '@/lib/sales/authorizations/filter'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
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
  const ctx = await toRead(access.ctx)
  const asked = await searchParams
  const filter = authorizationsFilterOf(asked)
  const t = await translations('authorizations')
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<FileLinks href={authorizationsPath(filter, {}, '/portal/authorizations/file')} />}
      />
      {textOf(asked, 'file') === 'too_many' ? <TooManyRows /> : null}
      <RedemptionTabs current="authorizations" />
      <AuthorizationsList ctx={ctx} filter={filter} merchant={ctx.session.membership?.name ?? ''} />
    </ListPage>
  )
}
