import { Gauge } from 'lucide-react'
import type { Metadata } from 'next'
import { Badge } from '@/components/ui/badge'
import { Figures } from '@/components/ui/figures'
import { PageHeader } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { type CheckQuality, qualityPage } from '@/lib/certification/quality'
import { showQuality } from '@/lib/certification/show-quality'
import { requestsPage } from '@/lib/requests/filter'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import { pageFormats, translations } from '@/lib/web/translations'
import { AccessNotice } from '../_components/access-notice'
import { Views } from '../_components/views'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('quality'))('title') }
}

/** What certification checks, by the calls of the last seven days; in production too. */
export default async function QualityPage() {
  const access = await merchantSections.integrations.access()
  if (!access.granted) return <AccessNotice access={access} here={qualityPage} />
  const ctx = await toRead(access.ctx)
  const [quality, t, formats] = await Promise.all([showQuality(ctx, ctx.now()), translations('quality'), pageFormats()])
  const { score, checks, since } = quality
  const looked = checks.filter((one) => one.looked > 0)
  const sound = looked.filter(({ breaches }) => breaches.length === 0)
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Views current="quality" />
      {score === null ? (
        <EmptyState icon={<Gauge aria-hidden />} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <>
          {since === undefined ? null : (
            <Notice tone="info" title={t('many')}>
              {t('manyText', { moment: formats.dateTime(since) })}
            </Notice>
          )}
          <Figures
            label={t('summary')}
            figures={[
              { key: 'score', label: t('score'), value: t('scoreOf', { score: formats.number(score) }) },
              {
                key: 'sound',
                label: t('soundChecks'),
                value: t('soundOf', { sound: formats.number(sound.length), looked: formats.number(looked.length) }),
              },
            ]}
          />
          <QualityTable checks={checks} />
        </>
      )}
    </>
  )
}

/** A few calls are enough to find what to correct. */
const callsMax = 5

async function QualityTable({ checks }: { checks: readonly CheckQuality[] }) {
  const [t, plan, formats] = await Promise.all([
    translations('quality'),
    translations('certificationPlan'),
    pageFormats(),
  ])
  return (
    <Table
      caption={t('checks')}
      rows={checks}
      rowKey={({ check }) => check}
      columns={[
        {
          key: 'check',
          label: t('check'),
          heading: true,
          cell: ({ check }) => `${check} ${plan(`checks.${check}.title`)}`,
          below: ({ check }) => plan(`checks.${check}.passes`),
        },
        { key: 'level', label: t('level'), cell: ({ level }) => plan(`levels.${level}`) },
        { key: 'looked', label: t('looked'), align: 'right', cell: ({ looked }) => formats.number(looked) },
        {
          key: 'breaches',
          label: t('breaches'),
          cell: ({ looked, breaches }) =>
            looked === 0 ? (
              <Badge>{t('notSeen')}</Badge>
            ) : (
              <Badge tone={breaches.length === 0 ? 'good' : 'danger'}>
                {t('breachCount', { count: breaches.length })}
              </Badge>
            ),
        },
        {
          key: 'calls',
          label: t('calls'),
          cell: ({ breaches }) =>
            breaches.length === 0 ? (
              '—'
            ) : (
              <ul className="flex flex-col">
                {breaches.slice(0, callsMax).map(({ id, requestId }) => (
                  <li key={id}>
                    <Link href={`${requestsPage}/${id}`} className="inline-block py-1 font-mono text-xs break-all">
                      {requestId}
                    </Link>
                  </li>
                ))}
              </ul>
            ),
        },
      ]}
    />
  )
}
