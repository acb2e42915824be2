import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ListPage } from '@/app/_components/list/list-page'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { FileLinks } from '@/components/ui/file-links'
import { PageHeader } from '@/components/ui/layout'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { activityFilterOf, activityPath } from '@/lib/audit/activity'
import { textOf } from '@/lib/kernel/address'
import { merchantSections } from '@/lib/web/merchant-office'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { ActivityList } from './_components/activity-list'

type Props = { searchParams: SearchParams }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('activity'))('title') }
}

export default async function ActivityPage({ searchParams }: Props) {
  const access = await merchantSections.activity.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const merchant = ctx.session.membership?.name ?? ''
  const t = await translations('activity')
  const asked = await searchParams
  const filter = activityFilterOf(asked)
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<FileLinks href={activityPath(filter, {}, '/portal/activity/file')} />}
      />
      {textOf(asked, 'file') === 'too_many' ? <TooManyRows /> : null}
      <Suspense key={activityPath(filter)} fallback={<ListSkeleton rows={8} />}>
        <ActivityList ctx={ctx} filter={filter} merchant={merchant} />
      </Suspense>
    </ListPage>
  )
}
