import { BadgeCheck, KeyRound } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { Badge } from '@/components/ui/badge'
import { PageHeader, Section } from '@/components/ui/layout'
import { ButtonLink, Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { listRuns } from '@/lib/certification/list-runs'
import { credentialFormat } from '@/lib/credentials/reference'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { StartForm } from './_components/start-form'
import { type CertificationWords, certificationPage, certificationWords, toneOfState } from './_components/words'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('certification'))('title') }
}

export default async function CertificationPage() {
  const access = await merchantSections.certification.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const words = await certificationWords()
  const { t } = words
  if (ctx.environment !== 'test') {
    return (
      <>
        <PageHeader title={t('title')} lead={t('lead')} />
        <EmptyState icon={<BadgeCheck aria-hidden />} title={t('production')}>
          {t('productionText')}
        </EmptyState>
      </>
    )
  }
  const { runs, credentials } = await listRuns(ctx)
  return (
    <ClientTexts namespaces={['certification']}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Section title={t('start.title')} lead={t('start.lead')} className="max-w-xl">
        <Start words={words} credentials={credentials} />
      </Section>
      <Section title={t('runs.title')}>
        {runs.length === 0 ? (
          <EmptyState icon={<BadgeCheck aria-hidden />} title={t('runs.empty')}>
            {t('runs.emptyText')}
          </EmptyState>
        ) : (
          <Runs words={words} runs={runs} />
        )}
      </Section>
    </ClientTexts>
  )
}

type Listed = Awaited<ReturnType<typeof listRuns>>

function Start(props: { words: CertificationWords; credentials: Listed['credentials'] }) {
  const { t, plan } = props.words
  if (props.credentials.length === 0) {
    return (
      <EmptyState
        icon={<KeyRound aria-hidden />}
        title={t('start.none')}
        action={<ButtonLink href="/portal/integrations">{t('start.noneLink')}</ButtonLink>}
      >
        {t('start.noneText')}
      </EmptyState>
    )
  }
  return (
    <>
      <Notice tone="info">
        {t('start.sandbox')} <Link href="/portal/integrations/sandbox">{t('start.sandboxLink')}</Link>
      </Notice>
      <StartForm
        credentials={props.credentials.map(({ kind, id, name }) => ({
          value: credentialFormat.write({ kind, id }),
          label: `${name} (${t(`start.kinds.${kind}`)})`,
        }))}
        waivers={{ noItems: plan('waivers.noItems'), noOffline: plan('waivers.noOffline') }}
      />
    </>
  )
}

function Runs({ words: { t, formats }, runs }: { words: CertificationWords; runs: Listed['runs'] }) {
  return (
    <Table
      caption={t('runs.caption')}
      phone="lines"
      rows={runs}
      rowKey={({ id }) => id}
      hrefOf={({ id }) => `${certificationPage}/${id}`}
      columns={[
        {
          key: 'adapter',
          label: t('runs.adapter'),
          heading: true,
          cell: ({ adapter }) => <span className="break-all">{adapter || t('runs.unnamed')}</span>,
        },
        {
          key: 'state',
          label: t('runs.state'),
          phone: 'end',
          cell: ({ state }) => <Badge tone={toneOfState[state]}>{t(`states.${state}`)}</Badge>,
        },
        { key: 'credential', label: t('runs.credential'), phone: 'below-end', cell: ({ credential }) => credential },
        {
          key: 'openedAt',
          label: t('runs.openedAt'),
          phone: 'below',
          cell: ({ openedAt }) => formats.dateTime(openedAt),
          below: ({ openedBy }) => t('runs.openedBy', { name: openedBy }),
        },
      ]}
    />
  )
}
