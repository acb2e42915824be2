import { MonitorSmartphone } from 'lucide-react'
import type { Metadata } from 'next'
import { ClientTexts } from '@/app/_components/client-texts'
import { Missing } from '@/app/_components/missing'
import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { PageHeader, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import { Table } from '@/components/ui/table'
import { showTerminals, type TerminalView } from '@/lib/terminals/show-terminals'
import { terminalStates } from '@/lib/terminals/state'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import { translations } from '@/lib/web/translations'
import { SilenceNotice } from './_components/silence-notice'
import { StateIcon } from './_components/state-icon'
import { TerminalGrid } from './_components/terminal-grid'
import { nameOf, type TerminalWords, terminalsPage, terminalWords, tones } from './_components/words'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('terminals'))('title') }
}

export default async function TerminalsPage() {
  const access = await merchantSections.terminals.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const now = new Date()
  const [{ branches, unidentified, notKept, silence }, words] = await Promise.all([
    showTerminals(ctx, now),
    terminalWords(now),
  ])
  const { t } = words
  const named = branches.flatMap(({ terminals }) => terminals)
  return (
    <ClientTexts namespaces={[]}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={named.length === 0 ? undefined : <Counts words={words} terminals={named} />}
      />
      {notKept > 0 ? <Notice tone="warning">{t('notKept', { count: notKept })}</Notice> : null}
      {silence === undefined ? null : <SilenceNotice words={words} silence={silence} />}
      {named.length === 0 ? (
        <EmptyState icon={<MonitorSmartphone aria-hidden />} title={t('emptyTitle')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-3 lg:gap-2">
          {branches.map(({ id, name, terminals }) => (
            <TerminalGrid
              key={id}
              words={words}
              id={`branch-${id ?? 'none'}`}
              name={name ?? t('noBranch')}
              terminals={terminals}
            />
          ))}
        </div>
      )}
      {unidentified.length > 0 || named.length === 0 ? <Unidentified words={words} terminals={unidentified} /> : null}
    </ClientTexts>
  )
}

/** How many tills are in each state, the worst first. */
function Counts({ words: { t, formats }, terminals }: { words: TerminalWords; terminals: readonly TerminalView[] }) {
  return (
    <ul aria-label={t('caption')} className="flex flex-wrap gap-1.5 self-center">
      {terminalStates.map((state) => {
        const count = terminals.filter((terminal) => terminal.state === state).length
        return count === 0 ? null : (
          <li key={state}>
            <Badge tone={tones[state]} icon={<StateIcon state={state} />}>
              {t(`counts.${state}`, { count, text: formats.number(count) })}
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}

/** Calls that do not say which till they come from, and how they would. */
function Unidentified({ words, terminals }: { words: TerminalWords; terminals: readonly TerminalView[] }) {
  const { t, says } = words
  const isNone = terminals.length === 0
  return (
    <Section
      title={t(isNone ? 'how' : 'unidentified')}
      lead={isNone ? t('howLead') : `${t('unidentifiedLead')} ${t('howLead')}`}
    >
      <CodeBlock
        label={t('exampleLabel')}
        examples={[{ language: t('exampleLabel'), code: 'X-Terminal-Id: CENTRO-CAJA-01' }]}
      />
      {isNone ? null : (
        <Table
          caption={t('unidentified')}
          rows={terminals}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'address',
              label: t('address'),
              heading: true,
              cell: (view) => <Link href={`${terminalsPage}/${view.id}`}>{nameOf(view) || t('unknown')}</Link>,
            },
            {
              key: 'adapter',
              label: t('adapter'),
              cell: ({ fromAdapter }) => <span className="break-all">{fromAdapter || t('unknown')}</span>,
            },
            { key: 'state', label: t('state'), cell: (view) => says(view.reasons[0], view) },
          ]}
        />
      )}
    </Section>
  )
}
