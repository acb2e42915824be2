import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { Badge } from '@/components/ui/badge'
import { PageHeader, Section } from '@/components/ui/layout'
import { BackLink, Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/states'
import { listForOperator } from '@/lib/incidents/show-status'
import { pageLanguage } from '@/lib/web/language'
import { operatorSections } from '@/lib/web/operator-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { TellIncident } from './_components/tell-incident'

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await translations('incidents'))('title') })

export default async function IncidentsPage() {
  const access = await operatorSections.health.access()
  if (!access.granted) return <Missing access={access} />
  const [t, health, formats, incidents] = await Promise.all([
    translations('incidents'),
    translations('operatorHealth'),
    pageFormats(),
    listForOperator(access.ctx, await pageLanguage()),
  ])
  return (
    <ClientTexts namespaces={['incidents']}>
      <PageHeader
        above={<BackLink href="/operator/health">{health('title')}</BackLink>}
        title={t('title')}
        lead={t.rich('lead', { link: (text) => <Link href="/status">{text}</Link> })}
        actions={<TellIncident of={undefined} />}
      />
      {incidents.length === 0 ? <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState> : null}
      {incidents.map(({ id, title, state, parts, resolvedAt, updates }) => (
        <Section
          key={id}
          title={
            <span className="flex flex-wrap items-center gap-2">
              {title}
              <Badge tone={resolvedAt === null ? 'warning' : 'good'}>{t(`states.${state}`)}</Badge>
            </span>
          }
          lead={formats.list(parts.map((part) => t(`partNames.${part}`)))}
          actions={<TellIncident of={{ id, title, state }} />}
        >
          <ol className="flex flex-col gap-2 text-sm">
            {updates.map((update) => (
              <li key={update.id}>
                <p className="text-xs text-muted">
                  <time dateTime={update.at.toISOString()}>{formats.dateTime(update.at)}</time> ·{' '}
                  {t(`states.${update.state}`)}
                </p>
                <p className="break-words whitespace-pre-line">{update.text}</p>
              </li>
            ))}
          </ol>
        </Section>
      ))}
    </ClientTexts>
  )
}
