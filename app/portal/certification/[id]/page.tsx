import type { Metadata } from 'next'
import { cache } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { Badge } from '@/components/ui/badge'
import { DescriptionList, PageHeader } from '@/components/ui/layout'
import { BackLink, Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { waivers } from '@/lib/certification/plan'
import { qualityPage } from '@/lib/certification/quality'
import { type RunView, showRun } from '@/lib/certification/show-run'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import { titleOf } from '@/lib/web/title-of'
import { translations } from '@/lib/web/translations'
import { Checks } from '../_components/checks'
import { FollowRun } from '../_components/follow-run'
import { EndRun } from '../_components/scene-forms'
import { Scenes } from '../_components/scenes'
import { type CertificationWords, certificationPage, certificationWords, toneOfState } from '../_components/words'

type Props = { params: Promise<{ id: string }> }

/** The run in the address, read once for the title and the page. */
const shown = cache(async (id: string) => {
  const access = await merchantSections.certification.access()
  if (!access.granted) return access
  return { ...access, view: await orNotFound(showRun(access.ctx, idOf(id) ?? 0, new Date())) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params
  return titleOf((await translations('certification'))('title'), async () => {
    const access = await shown(id)
    return access.granted ? titleOfRun(await certificationWords(), access.view) : undefined
  })
}

const titleOfRun = ({ t }: CertificationWords, { run }: RunView) =>
  t('run.title', { adapter: run.adapter || run.credential })

export default async function RunPage({ params }: Props) {
  const access = await shown((await params).id)
  if (!access.granted) return <Missing access={access} />
  const { view, ctx, id: merchantId } = access
  const words = await certificationWords()
  const { t, formats } = words
  const { run, stamp } = view
  const isOpen = run.state === 'open'
  return (
    <ClientTexts namespaces={['certification']}>
      <PageHeader
        above={<BackLink href={certificationPage}>{t('run.back')}</BackLink>}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-all">{titleOfRun(words, view)}</span>
            <Badge tone={toneOfState[run.state]}>{t(`states.${run.state}`)}</Badge>
          </span>
        }
        lead={isOpen ? (run.isOver ? t('run.over') : t('run.until', { time: formats.time(run.endsAt) })) : undefined}
        actions={isOpen ? <EndRun runId={run.id} /> : undefined}
      />
      {isOpen ? (
        <>
          <noscript>
            <Notice tone="warning">{t('needsScript')}</Notice>
          </noscript>
          <FollowRun page={`merchant-${merchantId}-${ctx.user.userId}`} runId={run.id} stamp={stamp} />
          <Scenes words={words} view={view} />
        </>
      ) : (
        <Outcome words={words} view={view} />
      )}
      {view.verdicts.length === 0 ? null : <Checks words={words} view={view} />}
      <Facts words={words} view={view} />
    </ClientTexts>
  )
}

/** What became of a run that has ended, and what to do next. */
function Outcome({
  words: { t, plan, formats },
  view: { run, standing },
}: {
  words: CertificationWords
  view: RunView
}) {
  if (run.state === 'failed') return <Notice tone="danger">{t('run.failed')}</Notice>
  if (run.state !== 'passed' || run.validUntil === null) {
    return <Notice tone="warning">{t(run.state === 'void' ? 'run.void' : 'run.unjudged')}</Notice>
  }
  return (
    <Notice tone={standing?.state === 'valid' ? 'good' : 'warning'}>
      {standing?.state === 'suspended' ? (
        <>
          <p>{t('run.suspended')}</p>
          {standing.brokenBy.length === 0 ? null : (
            <p>
              {t('run.suspendedFor', {
                checks: standing.brokenBy.map((check) => plan(`checks.${check}.title`)).join('; '),
              })}{' '}
              <Link href={qualityPage}>{t('run.quality')}</Link>
            </p>
          )}
        </>
      ) : (
        <p>{t(standing?.state === 'expired' ? 'run.expired' : 'run.passed', { date: formats.date(run.validUntil) })}</p>
      )}
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        <li>
          <Link href={`/certificates/${run.code}`}>{t('run.certificate')}</Link>
        </li>
        <li>
          <a
            href={`${certificationPage}/${run.id}/evidence`}
            className="rounded-sm font-medium text-accent underline decoration-accent/40 underline-offset-4"
          >
            {t('run.evidence')}
          </a>
        </li>
      </ul>
    </Notice>
  )
}

function Facts({ words: { t, plan, formats }, view: { run } }: { words: CertificationWords; view: RunView }) {
  const declared = waivers.filter((one) => run.declared[one]).map((one) => plan(`waivers.${one}`))
  return (
    <DescriptionList
      items={[
        { term: t('run.adapter'), detail: run.adapter || t('runs.unnamed') },
        { term: t('run.credential'), detail: run.credential },
        { term: t('run.declared'), detail: declared.length === 0 ? t('run.declaredNothing') : declared.join('; ') },
        { term: t('run.opened'), detail: formats.dateTime(run.openedAt) },
        { term: t('run.openedBy'), detail: run.openedBy },
      ]}
    />
  )
}
