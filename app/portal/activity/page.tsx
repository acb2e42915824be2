import type { Metadata } from 'next'
import { ActivityPage } from '@/app/_components/activity/activity-page'
import { Missing } from '@/app/_components/missing'
import { viewsOf } from '@/app/portal/views/of-list'
import { trails } from '@/lib/audit/activity'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('activity'))('title') }
}

export default async function MerchantActivityPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.activity.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  return (
    <ActivityPage
      ctx={ctx}
      trail={trails.merchant}
      views={viewsOf(ctx, 'activity')}
      tenant={ctx.session.membership?.name ?? ''}
      asked={await searchParams}
    />
  )
}
