import { Badge, type Tone } from '@/components/ui/badge'
import { RelativeTime } from '@/components/ui/relative-time'
import { expiryWarning } from '@/lib/credentials/status'
import type { ApiKeyView, OAuthClientView } from '@/lib/credentials/views'
import type { Formats } from '@/lib/language/formats'
import type { translations } from '@/lib/web/translations'

/** The texts and formats for the cells of the lists and the facts of a credential's page. */
export type Words = { t: Awaited<ReturnType<typeof translations<'integrations'>>>; formats: Formats }

export const permissionName = ({ t }: Words, permission: string) =>
  permission === 'core.integrations' ? t('permissions.core_integrations') : t('permissions.core_consumptions_read')

const urgency: Record<30 | 7 | 1, Tone> = { 30: 'warning', 7: 'danger', 1: 'danger' }

/** The status of a key, with a warning if it expires soon. */
export function KeyBadge({ words: { t }, apiKey: { status, secondsLeft } }: { words: Words; apiKey: ApiKeyView }) {
  const warning = expiryWarning(secondsLeft)
  if (status === 'revoked') return <Badge>{t('status.revoked')}</Badge>
  if (status === 'expired') return <Badge tone="danger">{t('status.expired')}</Badge>
  return warning === undefined ? (
    <Badge tone="good">{t('status.live')}</Badge>
  ) : (
    <Badge tone={urgency[warning]}>{t(`status.expiresIn.days${warning}`)}</Badge>
  )
}

/** Until when a key is good, or since when it is not. */
export function KeyEnd({ words, apiKey }: { words: Words; apiKey: ApiKeyView }) {
  const { t, formats } = words
  const { status, expiresAt, revokedAt, revokedBy } = apiKey
  if (status === 'revoked') return <Ended words={words} at={revokedAt} by={revokedBy} />
  const date = formats.date(expiresAt)
  return status === 'expired'
    ? `${t('status.expiredOn', { date })}. ${t('status.countsStill')}`
    : t('status.expires', { date })
}

export function ClientBadge({ words: { t }, client }: { words: Words; client: OAuthClientView }) {
  return client.status === 'deleted' ? (
    <Badge>{t('status.deleted')}</Badge>
  ) : (
    <Badge tone="good">{t('status.clientLive')}</Badge>
  )
}

/** Since when a deleted client is no more. */
export function ClientEnd({ words, client }: { words: Words; client: OAuthClientView }) {
  return <Ended words={words} at={client.deletedAt} by={client.deletedBy} />
}

function Ended({ words: { t, formats }, at, by }: { words: Words; at: Date | null; by: string | null }) {
  return (
    <>
      {at === null ? null : (
        <>
          <RelativeTime moment={formats.moment(at)} />{' '}
        </>
      )}
      {t('status.endedBy', { name: by ?? t('operator') })}
    </>
  )
}

type Use = { at: Date | null; address: string | null }

/** One use: how long ago, exactly when on hover and focus, and from where. */
export function UseCell({ words, use, never }: { words: Words; use: Use; never: string }) {
  if (use.at === null) return <span className="text-muted">{never}</span>
  return (
    <>
      <RelativeTime moment={words.formats.moment(use.at)} />
      {use.address === null ? null : (
        <p className="text-xs wrap-break-word text-muted">{words.t('from', { address: use.address })}</p>
      )}
    </>
  )
}
