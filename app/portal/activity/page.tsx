import type { Metadata } from 'next'
import { type ReactNode, Suspense } from 'react'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { ListSkeleton } from '@/components/ui/list-skeleton'
import { EmptyState } from '@/components/ui/states'
import { activityFilterOf, activityPath } from '@/lib/audit/activity'
import { activityReaders } from '@/lib/audit/list-activity'
import { memberAccess } from '@/lib/web/session'
import { translations } from '@/lib/web/translations'
import { ActivityList } from './_components/activity-list'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('activity'))('title') }
}

export default async function ActivityPage({ searchParams }: Props) {
  const access = await memberAccess()
  if (!access.granted) return <Missing what={access.missing === 'two_step' ? 'two_step' : 'merchant'} />
  const { ctx } = access
  const merchant = ctx.session.membership?.name ?? ''
  if (!activityReaders.some((permission) => ctx.member.permissions.includes(permission))) {
    return <Missing what="permission" merchant={merchant} />
  }
  const filter = activityFilterOf(await searchParams)
  return (
    <Page>
      <Suspense key={activityPath(filter)} fallback={<ListSkeleton rows={8} />}>
        <ActivityList ctx={ctx} filter={filter} merchant={merchant} />
      </Suspense>
    </Page>
  )
}

async function Page({ children }: { children: ReactNode }) {
  const t = await translations('activity')
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      {children}
    </>
  )
}

/** Says what the reader lacks, and where it is to be had. */
async function Missing({ what, merchant = '' }: { what: 'two_step' | 'merchant' | 'permission'; merchant?: string }) {
  const t = await translations('activity')
  const said = {
    two_step: { title: t('twoStepTitle'), text: t('twoStepText') },
    merchant: { title: t('noMerchantTitle'), text: t('noMerchantText') },
    permission: { title: t('forbiddenTitle', { merchant }), text: t('forbiddenText') },
  }[what]
  const action = what === 'two_step' && (
    <ButtonLink variant="primary" href="/account/security?next=/portal/activity">
      {t('twoStepAction')}
    </ButtonLink>
  )
  return (
    <Page>
      <EmptyState title={said.title} action={action || undefined}>
        {said.text}
      </EmptyState>
    </Page>
  )
}
