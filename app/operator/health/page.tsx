import type { Metadata } from 'next'
import { Missing } from '@/app/_components/missing'
import { PageHeader } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { showHealth } from '@/lib/health/show-health'
import { operatorSections } from '@/lib/web/operator-office'
import { toRead } from '@/lib/web/reading'
import { pageFormats, translations } from '@/lib/web/translations'
import { Backlog } from './_components/backlog'
import { Days, LastHour, Minutes } from './_components/calls'
import { Deviations, Failing } from './_components/merchants'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await translations('operatorHealth'))('title'),
})

export default async function HealthPage() {
  const access = await operatorSections.health.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const [t, { dateTime }, health] = await Promise.all([translations('operatorHealth'), pageFormats(), showHealth(ctx)])
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={health.newest === undefined ? t('leadNone') : t('lead', { at: dateTime(health.newest) })}
        actions={<ButtonLink href="/operator/incidents">{t('incidents')}</ButtonLink>}
      />
      {health.isStale ? (
        <Notice tone="warning" title={t('staleTitle')}>
          {t('staleText')}
        </Notice>
      ) : null}
      <LastHour health={health} />
      <Failing health={health} />
      <Deviations health={health} />
      <Minutes health={health} />
      <Days health={health} />
      <Backlog health={health} />
    </>
  )
}
