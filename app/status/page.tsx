import type { Metadata } from 'next'
import { PublicHeader } from '@/app/_components/public-header'
import { Badge, type Tone } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { type PartState, serviceParts } from '@/lib/incidents/incidents'
import { type IncidentView, showStatus } from '@/lib/incidents/show-status'
import { pageLanguage } from '@/lib/web/language'
import { officeService } from '@/lib/web/office-service'
import { pageFormats, translations } from '@/lib/web/translations'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await translations('status')
  return {
    title: t('title'),
    alternates: { types: { 'application/rss+xml': [{ url: '/status.rss', title: t('feed') }] } },
  }
}

const tones: Readonly<Record<PartState, Tone>> = {
  working: 'good',
  quiet: 'neutral',
  troubled: 'warning',
  down: 'danger',
  unknown: 'warning',
}

/** How the service is, for everybody: no sign-in, no merchant, no figure. */
export default async function StatusPage() {
  const language = await pageLanguage()
  const [t, { dateTime }, status] = await Promise.all([
    translations('status'),
    pageFormats(),
    showStatus(officeService().db, language),
  ])
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <PublicHeader className="px-4 py-3 sm:px-6" />
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-8 px-4 pt-4 pb-16">
        <header>
          <h1 className="text-xl font-semibold text-balance">{t('title')}</h1>
          <p className="mt-1 text-sm text-muted">{t('asOf', { at: dateTime(new Date()) })}</p>
        </header>
        {status === undefined ? (
          <Notice tone="danger" title={t('unreachableTitle')}>
            {t('unreachableText')}
          </Notice>
        ) : (
          <>
            <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
              {serviceParts.map((part) => (
                <li key={part} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
                  <div className="min-w-0">
                    <h2 className="text-sm font-semibold">{t(`parts.${part}`)}</h2>
                    <p className="text-xs text-muted">{t(`about.${part}`)}</p>
                  </div>
                  <Badge tone={tones[status.parts[part]]}>{t(`states.${status.parts[part]}`)}</Badge>
                </li>
              ))}
            </ul>
            <Section title={t('open')}>
              {status.open.length === 0 ? <p className="text-sm text-muted">{t('noneOpen')}</p> : null}
              {status.open.map((incident) => (
                <Incident key={incident.id} incident={incident} />
              ))}
            </Section>
            <Section title={t('past')}>
              {status.past.length === 0 ? <p className="text-sm text-muted">{t('nonePast')}</p> : null}
              {status.past.map((incident) => (
                <Incident key={incident.id} incident={incident} />
              ))}
            </Section>
          </>
        )}
        <p className="text-sm">
          <Link href="/status.rss">{t('feed')}</Link>
        </p>
      </main>
    </div>
  )
}

async function Incident({ incident }: { incident: IncidentView }) {
  const [t, { dateTime, list }] = await Promise.all([translations('status'), pageFormats()])
  return (
    <article id={`incident-${incident.id}`} className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="text-sm font-semibold break-words">{incident.title}</h3>
          <p className="text-xs text-muted">{list(incident.parts.map((part) => t(`parts.${part}`)))}</p>
        </div>
        <Badge tone={incident.resolvedAt === null ? 'warning' : 'good'}>{t(`incidentStates.${incident.state}`)}</Badge>
      </header>
      <ol className="flex flex-col gap-2 text-sm">
        {incident.updates.map(({ id, state, text, at }) => (
          <li key={id}>
            <p className="text-xs text-muted">
              <time dateTime={at.toISOString()}>{dateTime(at)}</time> · {t(`incidentStates.${state}`)}
            </p>
            <p className="break-words whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ol>
    </article>
  )
}
