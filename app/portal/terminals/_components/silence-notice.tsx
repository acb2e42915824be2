import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { TerminalView } from '@/lib/terminals/show-terminals'
import type { JudgedTerminal, Silence, SilentPart } from '@/lib/terminals/silence'
import { nameOf, type TerminalWords, terminalsPage } from './words'

type Silent = JudgedTerminal & Pick<TerminalView, 'fromAddress'>

/** Tills by name: the grid below has the others. */
const namedMax = 12

/** What is silent in hours in which it always sells: all, a branch, or which tills. */
export function SilenceNotice({ words, silence }: { words: TerminalWords; silence: Silence<Silent> }) {
  const { t, at } = words
  if (silence.of === 'merchant')
    return (
      <Notice tone="warning" title={t('silence.all', { at: at(silence.since) })}>
        {t('silence.allHint')}
      </Notice>
    )
  const { parts } = silence
  const lines = parts.flatMap((part) => linesOf(words, part))
  const count = parts.reduce((sum, { terminals }) => sum + terminals.length, 0)
  return (
    <Notice tone="warning" title={t('silence.some', { count })}>
      <ul className="flex flex-wrap gap-x-4">
        {lines.slice(0, namedMax)}
        {lines.length > namedMax ? <li>{t('silence.more', { count: lines.length - namedMax })}</li> : null}
      </ul>
    </Notice>
  )
}

function linesOf({ t, at }: TerminalWords, { branch, isWhole, since, terminals }: SilentPart<Silent>): ReactNode[] {
  if (isWhole)
    return [<li key={`branch-${branch?.id}`}>{t('silence.branch', { branch: branch?.name ?? '', at: at(since) })}</li>]
  return terminals.map((view) => (
    <li key={view.id}>
      <Link href={`${terminalsPage}/${view.id}`}>{nameOf(view)}</Link>{' '}
      {t('silence.since', { at: at(view.lastCallAt ?? since) })}
    </li>
  ))
}
