import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { Badge } from '@/components/ui/badge'
import { PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { showTerminal } from '@/lib/terminals/show-terminals'
import { idOf, orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import { titleOf } from '@/lib/web/title-of'
import { translations } from '@/lib/web/translations'
import { AlertsForm } from '../_components/alerts-form'
import { DescriptionForm } from '../_components/description-form'
import { MergeForm } from '../_components/merge-form'
import { StateIcon } from '../_components/state-icon'
import { TerminalCalls } from '../_components/terminal-calls'
import { TerminalFacts } from '../_components/terminal-facts'
import { nameOf, terminalsPage, terminalWords, tones } from '../_components/words'

type Props = { params: Promise<{ id: string }> }

/** The till in the address, read once for the title and the page. */
const shown = cache(async (id: string) => {
  const access = await merchantSections.terminals.access()
  if (!access.granted) return access
  const now = new Date()
  return { ...access, now, view: await orNotFound(showTerminal(access.ctx, idOf(id) ?? 0, now)) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params
  return titleOf((await translations('terminals'))('title'), async () => {
    const access = await shown(id)
    return access.granted ? nameOf(access.view) : undefined
  })
}

export default async function TerminalPage({ params }: Props) {
  const access = await shown((await params).id)
  if (!access.granted) return <Missing access={access} />
  const { view, now } = access
  // A former name leads to what it was renamed to: mails and bookmarks have its address.
  if (view.mergedInto !== null) redirect(`${terminalsPage}/${view.mergedInto}`)
  const words = await terminalWords(now)
  const { t, formats, at, says, advice } = words
  return (
    <ClientTexts namespaces={['terminals']}>
      <PageHeader
        above={<BackLink href={terminalsPage}>{t('details.back')}</BackLink>}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="break-all">{nameOf(view)}</span>
            <Badge tone={tones[view.state]} icon={<StateIcon state={view.state} />}>
              {t(`states.${view.state}`)}
            </Badge>
          </span>
        }
      />
      {view.archivedAt === null ? null : <Notice tone="info">{t('details.archived')}</Notice>}
      <Section title={t('details.now')}>
        <ul className="flex flex-col gap-3">
          {view.reasons.map((reason) => (
            <li key={reason.says} className="text-sm">
              <p className="font-medium">{says(reason, view)}</p>
              {advice(reason, view) === undefined ? null : (
                <p className="max-w-[65ch] text-muted">{advice(reason, view)}</p>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <TerminalFacts words={words} view={view} />
      <Section title={t('describe.title')} lead={t('describe.lead')} className="max-w-xl">
        <DescriptionForm id={view.id} name={view.name} note={view.note} />
      </Section>
      {view.terminal === '' ? null : (
        <Section title={t('silence.title')} lead={t('silence.lead')} className="max-w-xl">
          {view.silenceMutedAt === null ? null : (
            <p className="text-sm">{t('silence.muted', { at: formats.dateTime(view.silenceMutedAt) })}</p>
          )}
          <AlertsForm id={view.id} isMuted={view.silenceMutedAt !== null} />
        </Section>
      )}
      {view.possibleFormers.length === 0 ? null : (
        <Section title={t('merge.title')} lead={t('merge.lead')} className="max-w-xl">
          <MergeForm
            id={view.id}
            formers={view.possibleFormers.map(({ id, name, terminal, lastCallAt }) => ({
              id,
              label: t('merge.option', {
                name: name === null ? terminal : `${name} (${terminal})`,
                at: lastCallAt === null ? '' : at(lastCallAt),
              }),
            }))}
          />
        </Section>
      )}
      <TerminalCalls words={words} hours={view.hours} now={now} />
    </ClientTexts>
  )
}
