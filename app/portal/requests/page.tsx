import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ListPage } from '@/app/_components/list/list-page'
import { FileLinks, TooManyRows } from '@/components/ui/file-links'
import { PageHeader } from '@/components/ui/layout'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { excelRowsMax } from '@/lib/files/write-excel'
import { textOf } from '@/lib/kernel/address'
import { requestFilterOf, requestsPath } from '@/lib/requests/filter'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { RequestList } from './_components/request-list'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('requests'))('title') }
}

export default async function RequestsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.requests.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const [t, { number }] = await Promise.all([translations('requests'), pageFormats()])
  const asked = await searchParams
  const filter = requestFilterOf(asked)
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<FileLinks href={requestsPath(filter, {}, '/portal/requests/file')} />}
      />
      {textOf(asked, 'file') === 'too_many' ? <TooManyRows max={number(excelRowsMax)} /> : null}
      <Suspense key={requestsPath(filter, filter)} fallback={<ListSkeleton rows={8} />}>
        <RequestList ctx={ctx} filter={filter} merchant={ctx.session.membership?.name ?? ''} />
      </Suspense>
    </ListPage>
  )
}
