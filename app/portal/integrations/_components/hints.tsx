import { Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import type { Hint, Looked } from '@/lib/credentials/hints'
import { startOfDay } from '@/lib/language/days'
import type { Addresses } from '../new-secret'
import { permissionName, type Words } from './cells'
import { CredentialButtons } from './credential-buttons'
import type { Target } from './target'

type HintsProps = {
  words: Words
  hints: readonly Hint[]
  targetOf: (credential: Looked) => Target | undefined
  addresses: Addresses
  needsCode: boolean
}

const shownAtFirst = 3

/** What is worth mending in the credentials, each with what mends it. */
export function Hints({ hints, ...rest }: HintsProps) {
  const { t } = rest.words
  if (hints.length === 0) return null
  const more = hints.slice(shownAtFirst)
  return (
    <Section title={t('hints.title')} lead={t('hints.lead')}>
      <div className="rounded-lg border border-line">
        <HintList {...rest} hints={hints.slice(0, shownAtFirst)} />
        {more.length === 0 ? null : (
          <details className="border-t border-line">
            <summary className="cursor-pointer rounded-lg px-4 py-3 text-sm font-medium">
              {t('hints.more', { count: more.length })}
            </summary>
            <HintList {...rest} hints={more} />
          </details>
        )}
      </div>
    </Section>
  )
}

const HintList = ({ hints, ...rest }: HintsProps) => (
  <ul className="divide-y divide-line text-sm">
    {hints.map((hint) => (
      <li
        key={textOf(hint, rest.words)}
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 px-4 py-3"
      >
        <p className="min-w-0 flex-[1_1_18rem] wrap-anywhere text-pretty">{textOf(hint, rest.words)}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Act hint={hint} {...rest} />
        </div>
      </li>
    ))}
  </ul>
)

function textOf(hint: Hint, words: Words): string {
  const { t, formats } = words
  const names = formats.list(hint.of.map(({ name }) => name))
  switch (hint.kind) {
    case 'address':
      return t('hints.address', { names, address: hint.address, times: formats.number(hint.times) })
    case 'departed':
      return t('hints.departed', { name: names, maker: hint.maker })
    case 'together':
      return t('hints.together', { names, day: formats.date(startOfDay(hint.day)) })
    case 'branches':
      return t('hints.branches', {
        name: names,
        count: String(hint.branches.length),
        branches: formats.list(hint.branches),
      })
    case 'permission':
      return t('hints.permission', { name: names, permission: permissionName(words, hint.permission) })
    case 'unused':
      return t(hint.of[0].lastUsedAt === null ? 'hints.neverUsed' : 'hints.unused', { name: names })
  }
}

/** Ends or rotates what nobody uses or somebody took along; leads to the credential where people must decide first. */
function Act({ hint, words, targetOf, addresses, needsCode }: Omit<HintsProps, 'hints'> & { hint: Hint }) {
  const targets = hint.of.flatMap((credential) => targetOf(credential) ?? [])
  const [only] = targets
  if (only !== undefined && (hint.kind === 'unused' || hint.kind === 'departed')) {
    const rotates = hint.kind === 'departed' && only.actions.includes('rotate')
    const actions = only.actions.filter((action) => (action === 'rotate') === rotates && action !== 'replace')
    return <CredentialButtons target={{ ...only, actions }} addresses={addresses} needsCode={needsCode} />
  }
  return targets.map(({ href, name }) => (
    <Link key={href} href={href} className="wrap-anywhere">
      {targets.length === 1 ? words.t('seeDetails') : name}
    </Link>
  ))
}
