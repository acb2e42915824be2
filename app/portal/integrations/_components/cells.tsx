import { Badge, type Tone } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { expiryWarning } from '@/lib/credentials/status'
import type { ApiKeyView, OAuthClientView } from '@/lib/credentials/views'
import type { Formats } from '@/lib/language/formats'
import type { translations } from '@/lib/web/translations'

/** The texts and formats for the cells of the lists and the facts of a credential's page. */
export type Words = { t: Awaited<ReturnType<typeof translations<'integrations'>>>; formats: Formats }

export const permissionName = ({ t }: Words, permission: string) =>
  permission === 'core.integrations' ? t('permissions.core_integrations') : t('permissions.core_consumptions_read')

/** The name, as a link to the credential's page, above the identifier that machines use. */
export function NameCell(props: { words: Words; name: string; href: string; machineName: string; copied: string }) {
  const { t } = props.words
  return (
    <div className="flex min-w-0 flex-col gap-0.5 sm:min-w-44">
      <Link href={props.href} className="wrap-anywhere">
        <bdi>{props.name}</bdi>
      </Link>
      <span className="flex items-center gap-1 font-normal">
        <code className="font-mono text-xs break-all text-muted">{props.machineName}</code>
        <CopyButton text={props.copied} label={t('copyId', { name: props.name })} />
      </span>
    </div>
  )
}

export function Permissions({ words, permissions }: { words: Words; permissions: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-0.5 max-sm:in-[td]:items-end">
      {permissions.map((permission) => (
        <li key={permission}>{permissionName(words, permission)}</li>
      ))}
    </ul>
  )
}

export function CreatedCell({ words: { t, formats }, at, by }: { words: Words; at: Date; by: string | null }) {
  return (
    <>
      <RelativeTime moment={formats.moment(at)} />
      <p className="text-xs text-muted">{t('createdBy', { name: by ?? t('operator') })}</p>
    </>
  )
}

const urgency: Record<30 | 7 | 1, Tone> = { 30: 'warning', 7: 'danger', 1: 'danger' }

/** The status of a key, with a warning if it expires soon. */
export function KeyStatus({ words: { t, formats }, apiKey }: { words: Words; apiKey: ApiKeyView }) {
  const { status, expiresAt, secondsLeft, revokedAt } = apiKey
  const date = formats.date(expiresAt)
  if (status === 'revoked') {
    return <Ended words={{ t, formats }} badge={t('status.revoked')} at={revokedAt} by={apiKey.revokedBy} />
  }
  const warning = expiryWarning(secondsLeft)
  return (
    <div className="flex flex-col items-start gap-1 max-sm:in-[td]:items-end">
      {status === 'expired' ? (
        <Badge tone="danger">{t('status.expired')}</Badge>
      ) : warning === undefined ? (
        <Badge tone="good">{t('status.live')}</Badge>
      ) : (
        <Badge tone={urgency[warning]}>{t(`status.expiresIn.days${warning}`)}</Badge>
      )}
      <p className="text-xs text-muted">
        {status === 'expired' ? t('status.expiredOn', { date }) : t('status.expires', { date })}
      </p>
      {status === 'expired' ? <p className="text-xs text-muted">{t('status.countsStill')}</p> : null}
    </div>
  )
}

export function ClientStatus({ words, client }: { words: Words; client: OAuthClientView }) {
  const { t } = words
  return client.status === 'deleted' ? (
    <Ended words={words} badge={t('status.deleted')} at={client.deletedAt} by={client.deletedBy} />
  ) : (
    <Badge tone="good">{t('status.clientLive')}</Badge>
  )
}

function Ended(props: { words: Words; badge: string; at: Date | null; by: string | null }) {
  const { t, formats } = props.words
  return (
    <div className="flex flex-col items-start gap-1 max-sm:in-[td]:items-end">
      <Badge>{props.badge}</Badge>
      {props.at === null ? null : <RelativeTime moment={formats.moment(props.at)} className="text-xs" />}
      <p className="text-xs text-muted">{t('status.endedBy', { name: props.by ?? t('operator') })}</p>
    </div>
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

/** The last call and the last token request of a client, shown separately (D55). */
export function ClientUses({ words, client }: { words: Words; client: OAuthClientView }) {
  const { t } = words
  if (client.lastUsedAt === null && client.lastTokenAt === null) {
    return <span className="text-muted">{t('clientNeverUsed')}</span>
  }
  const uses = [
    { term: t('lastCall'), never: t('none'), use: { at: client.lastUsedAt, address: client.lastUsedAddress } },
    { term: t('lastToken'), never: t('noToken'), use: { at: client.lastTokenAt, address: client.lastTokenAddress } },
  ]
  return (
    <dl className="flex flex-col gap-1">
      {uses.map(({ term, never, use }) => (
        <div key={term}>
          <dt className="text-xs text-muted">{term}</dt>
          <dd>
            <UseCell words={words} use={use} never={never} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
