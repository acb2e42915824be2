import type { ReactNode } from 'react'
import { DescriptionList, Section } from '@/components/ui/layout'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { credentialPath, referenceOf } from '@/lib/credentials/reference'
import type { showTerminal } from '@/lib/terminals/show-terminals'
import type { TerminalWords } from './words'

type View = Awaited<ReturnType<typeof showTerminal>>

/** What is known of a till: what is not known is left out. */
export function TerminalFacts({ words, view }: { words: TerminalWords; view: View }) {
  const { t, formats } = words
  const moment = (at: Date) => <RelativeTime moment={formats.moment(at)} />
  const time = (term: string, at: Date | null) => (at === null ? [] : [{ term, detail: moment(at) }])
  const text = (term: string, detail: ReactNode) =>
    detail === null || detail === '' || detail === undefined ? [] : [{ term, detail }]
  return (
    <Section title={t('details.facts')}>
      <DescriptionList
        items={[
          ...text(t('details.terminal'), view.terminal && <Mono>{view.terminal}</Mono>),
          ...text(t('details.formerNames'), formerNamesOf(view)),
          ...text(t('details.branch'), view.branchName),
          ...text(t('details.note'), view.note),
          ...text(t('details.credential'), credentialOf(view)),
          ...text(t('details.secret'), secretOf(words, view)),
          ...time(t('details.lastSale'), view.lastSaleAt),
          ...time(t('details.lastCall'), view.lastCallAt),
          ...time(t('details.lastToken'), view.lastTokenAt),
          ...time(t('details.firstSeen'), view.firstSeenAt),
          ...text(t('details.address'), view.address && <Mono>{view.address}</Mono>),
          ...text(t('details.version'), versionOf(words, view)),
          ...text(t('details.clock'), clockOf(words, view)),
          ...(view.ended === 0 ? [] : text(t('details.reservations'), expiredOf(words, view))),
          ...text(t('details.repeated'), repeatedOf(words, view)),
          ...(view.refusedAt === null ? [] : text(t('details.refused'), refusalOf(words, view, view.refusedAt))),
        ]}
      />
    </Section>
  )
}

const Mono = ({ children }: { children: ReactNode }) => <span className="font-mono text-xs break-all">{children}</span>

const formerNamesOf = ({ formerNames }: View): ReactNode =>
  formerNames.length === 0 ? null : <Mono>{formerNames.join(', ')}</Mono>

const credentialOf = ({ apiKeyId, oauthClientId, credentialName }: View): ReactNode =>
  apiKeyId === null && oauthClientId === null ? null : (
    <Link href={credentialPath(referenceOf({ apiKeyId, oauthClientId }))}>
      <bdi>{credentialName}</bdi>
    </Link>
  )

function secretOf({ t, formats }: TerminalWords, { secretAt, rotatedAt }: View): ReactNode {
  if (secretAt === null) return null
  const isFormer = rotatedAt !== null && secretAt < rotatedAt
  return t(isFormer ? 'details.secretFormer' : 'details.secretCurrent', { at: formats.dateTime(secretAt) })
}

function versionOf({ t, formats }: TerminalWords, { userAgent, userAgentSince, previousUserAgent }: View): ReactNode {
  if (userAgent === null) return null
  return (
    <>
      <Mono>{userAgent}</Mono>
      {userAgentSince === null || previousUserAgent === null ? null : (
        <p className="text-xs break-all text-muted">
          {t('details.versionSince', { at: formats.dateTime(userAgentSince), previous: previousUserAgent })}
        </p>
      )}
    </>
  )
}

function clockOf({ t, formats }: TerminalWords, { clockSeconds }: View): ReactNode {
  if (clockSeconds === null) return null
  const minutes = Math.round(Math.abs(clockSeconds) / 60)
  if (minutes < 1) return t('details.clockRight')
  return t(clockSeconds > 0 ? 'details.clockAhead' : 'details.clockBehind', { minutes: formats.number(minutes) })
}

const expiredOf = ({ t, formats }: TerminalWords, { ended, expired }: View): ReactNode =>
  t('details.reservationsOf', { expired: formats.number(expired), ended: formats.number(ended) })

function repeatedOf({ t, formats }: TerminalWords, { hours }: View): ReactNode {
  const sum = (count: 'replayed' | 'confirmed') => hours.reduce((total, hour) => total + hour[count], 0)
  const [repeated, sales] = [sum('replayed'), sum('confirmed')]
  return repeated === 0 ? null : t('details.repeatedOf', { repeated: formats.number(repeated), sales })
}

const refusalOf = ({ t, formats, says }: TerminalWords, view: View, at: Date): ReactNode => (
  <>
    {says({ says: 'refused', reason: view.refusedReason ?? '', at }, view)} <RelativeTime moment={formats.moment(at)} />
    <p className="text-xs break-all text-muted">
      {[view.refusedOperation, view.refusedAddress ?? t('unknown')].join(' · ')}
    </p>
  </>
)
