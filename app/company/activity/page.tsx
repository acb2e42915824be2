import type { Metadata } from 'next'
import { ActivityPage } from '@/app/_components/activity/activity-page'
import { Missing } from '@/app/_components/missing'
import { viewsOf } from '@/app/company/views/of-list'
import { trails } from '@/lib/audit/activity'
import { companySections } from '@/lib/web/company-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('activity'))('title') }
}

export default async function CompanyActivityPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await companySections.activity.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  return (
    <ActivityPage
      ctx={ctx}
      trail={trails.company}
      views={viewsOf(ctx, 'company_activity')}
      tenant={ctx.session.companyMembership?.name ?? ''}
      asked={await searchParams}
    />
  )
}
