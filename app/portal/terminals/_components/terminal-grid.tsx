import { cn } from '@/components/ui/cn'
import { Link } from '@/components/ui/link'
import type { TerminalView } from '@/lib/terminals/show-terminals'
import type { TerminalState } from '@/lib/terminals/state'
import { StateIcon } from './state-icon'
import { nameOf, type TerminalWords, terminalsPage } from './words'

const looks: Readonly<Record<TerminalState, { box: string; icon: string }>> = {
  failing: { box: 'border-danger bg-danger-soft', icon: 'text-danger' },
  attention: { box: 'border-warning bg-warning-soft', icon: 'text-warning' },
  selling: { box: 'border-line bg-accent-soft', icon: 'text-accent' },
  silent: { box: 'border-line bg-raised', icon: 'text-muted' },
}

/** The tills of a branch, so small that fifty fit a screen: its name beside them, above them on a phone. */
export function TerminalGrid(props: {
  words: TerminalWords
  name: string
  terminals: readonly TerminalView[]
  id: string
}) {
  const { words, name, terminals, id } = props
  return (
    <section aria-labelledby={id} className="grid gap-x-3 gap-y-2 lg:grid-cols-[6rem_minmax(0,1fr)]">
      <h2 id={id} className="text-sm font-semibold lg:pt-1 break-words">
        {name}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-1.5">
        {terminals.map((terminal) => (
          <Cell key={terminal.id} words={words} view={terminal} />
        ))}
      </ul>
    </section>
  )
}

function Cell({ words: { t, says }, view }: { words: TerminalWords; view: TerminalView }) {
  const { box, icon } = looks[view.state]
  return (
    <li
      data-row
      className={cn('relative min-w-0 rounded-md border px-1.5 py-0.5 focus-within:z-10 hover:border-control', box)}
    >
      <p className="flex items-center gap-1.5">
        <StateIcon state={view.state} className={cn('size-3.5 shrink-0', icon)} />
        <Link href={`${terminalsPage}/${view.id}`} className="truncate text-sm after:absolute after:inset-0">
          {nameOf(view)}
        </Link>
      </p>
      <p className="text-xs">
        <span className="sr-only">{t(`states.${view.state}`)}. </span>
        {says(view.reasons[0], view)}
      </p>
    </li>
  )
}
