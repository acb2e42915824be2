import type { Metadata } from 'next'
import { ActivityPage } from '@/app/_components/activity/activity-page'
import { Missing } from '@/app/_components/missing'
import { viewsOf } from '@/app/operator/views/of-list'
import { trails } from '@/lib/audit/activity'
import { operatorSections } from '@/lib/web/operator-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { ExportTrail } from './_components/export-trail'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('activity'))('title') }
}

export default async function OperatorActivityPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await operatorSections.activity.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  return (
    <ActivityPage
      ctx={ctx}
      trail={trails.operator}
      views={viewsOf(ctx, 'network_activity')}
      tenant={(await translations('entry'))('network')}
      asked={await searchParams}
      more={<ExportTrail ctx={ctx} />}
    />
  )
}
