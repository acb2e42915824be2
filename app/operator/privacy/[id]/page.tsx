import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { needsStepUp } from '@/lib/accounts/session'
import { startOfDay } from '@/lib/language/days'
import { privacyPage } from '@/lib/privacy/cases'
import { isProposedFor } from '@/lib/privacy/propose-for-case'
import { showCase } from '@/lib/privacy/show-cases'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { operatorSections } from '@/lib/web/operator-office'
import { pageFormats, translations } from '@/lib/web/translations'
import { EndCase } from '../_components/end-case'
import { HeldOfPeople } from '../_components/held-of-people'
import { Proposals } from '../_components/proposals'
import { Rectifications } from '../_components/rectifications'
import { Standing } from '../_components/standing'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }] = [await translations('privacy'), await params]
  return { title: idOf(id) === undefined ? t('title') : t('caseName', { id }) }
}

export default async function CasePage({ params }: Props) {
  const access = await operatorSections.privacy.access()
  if (!access.granted) return <Missing access={access} />
  const { ctx } = access
  const shown = await orNotFound(showCase(ctx, idOf((await params).id) ?? notFound()))
  const { id, kind, contact, note, answer, state, purgedAt, people } = shown
  const [t, { date, dateTime }] = await Promise.all([translations('privacy'), pageFormats()])
  const needsCode = needsStepUp(ctx.session)
  const kept = (text: string | null, none: string) =>
    purgedAt !== null ? (
      t('purged', { day: date(purgedAt) })
    ) : text === null ? (
      none
    ) : (
      <span className="break-words whitespace-pre-line">{text}</span>
    )
  return (
    <ClientTexts namespaces={['operatorFaults']}>
      <PageHeader
        above={<BackLink href={privacyPage}>{t('title')}</BackLink>}
        title={t('caseOf', { id: String(id), kind: t(`kinds.${kind}`) })}
        actions={state === 'open' ? <EndCase caseId={id} needsCode={needsCode} /> : undefined}
      />
      <Section title={t('facts')}>
        <DescriptionList
          items={[
            { term: t('columns.state'), detail: <Standing of={shown} /> },
            { term: t('columns.due'), detail: date(startOfDay(shown.dueOn)) },
            { term: t('columns.received'), detail: date(startOfDay(shown.receivedOn)) },
            { term: t('contact'), detail: kept(contact, '') },
            { term: t('note'), detail: kept(note, t('noNote')) },
            { term: t('opened'), detail: t('openedBy', { at: dateTime(shown.openedAt), name: shown.openedBy }) },
            ...(shown.endedAt === null
              ? []
              : [
                  {
                    term: t('ended'),
                    detail: t('openedBy', { at: dateTime(shown.endedAt), name: shown.endedBy ?? '' }),
                  },
                  { term: t(state === 'refused' ? 'refusalGiven' : 'answerGiven'), detail: kept(answer, '') },
                ]),
          ]}
        />
      </Section>
      {kind === 'rectification' ? <Rectifications of={shown} needsCode={needsCode} /> : null}
      {isProposedFor(kind) ? <Proposals ctx={ctx} of={shown} kind={kind} needsCode={needsCode} /> : null}
      <HeldOfPeople ctx={ctx} collaboratorIds={people.map(({ collaboratorId }) => collaboratorId)} />
    </ClientTexts>
  )
}
