import type { Metadata } from 'next'
import { Suspense } from 'react'
import { FileLinks } from '@/app/_components/list/file-links'
import { ListPage } from '@/app/_components/list/list-page'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { PageHeader } from '@/components/ui/layout'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { textOf } from '@/lib/kernel/address'
import { requestFilterOf, requestsPath } from '@/lib/requests/filter'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { RequestList } from './_components/request-list'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('requests'))('title') }
}

export default async function RequestsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.requests.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const t = await translations('requests')
  const asked = await searchParams
  const filter = requestFilterOf(asked)
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<FileLinks href={requestsPath(filter, {}, '/portal/requests/file')} />}
      />
      {textOf(asked, 'file') === 'too_many' ? <TooManyRows /> : null}
      <Suspense fallback={<ListSkeleton rows={8} />}>
        <RequestList
          key={requestsPath(filter, filter)}
          ctx={ctx}
          filter={filter}
          merchant={ctx.session.membership?.name ?? ''}
        />
      </Suspense>
    </ListPage>
  )
}
