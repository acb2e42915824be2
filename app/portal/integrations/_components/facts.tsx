import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ApiKeyView, OAuthClientView } from '@/lib/credentials/views'
import { ClientBadge, ClientEnd, KeyBadge, KeyEnd, permissionName, UseCell, type Words } from './cells'

const created = ({ t, formats }: Words, at: Date, by: string | null) =>
  t('details.by', { when: formats.dateTime(at), name: by ?? t('operator') })

const permissions = (words: Words, held: readonly string[]) =>
  words.formats.list(held.map((permission) => permissionName(words, permission)))

const acceptedFrom = ({ t }: Words, addresses: readonly string[] | null) => ({
  term: t('details.allowedAddresses'),
  detail:
    addresses === null ? (
      t('details.anyAddress')
    ) : (
      <span className="font-mono text-xs break-all">{addresses.join(', ')}</span>
    ),
})

const machineText = (text: string, label: string) => (
  <span className="flex items-center gap-1">
    <code className="font-mono text-xs break-all">{text}</code>
    <CopyButton text={text} label={label} />
  </span>
)

/** What an API key is, as its page says it. */
export const keyFacts = (words: Words, key: ApiKeyView) => [
  {
    term: words.t('details.status'),
    detail: (
      <Status badge={<KeyBadge words={words} apiKey={key} />}>
        <KeyEnd words={words} apiKey={key} />
      </Status>
    ),
  },
  { term: words.t('details.prefix'), detail: machineText(`ck_${key.prefix}`, words.t('copyPrefix')) },
  { term: words.t('details.permissions'), detail: permissions(words, key.permissions) },
  { term: words.t('details.created'), detail: created(words, key.createdAt, key.createdBy) },
  { term: words.t('details.expires'), detail: words.formats.dateTime(key.expiresAt) },
  acceptedFrom(words, key.allowedAddresses),
  {
    term: words.t('details.lastCall'),
    detail: (
      <UseCell words={words} use={{ at: key.lastUsedAt, address: key.lastUsedAddress }} never={words.t('neverUsed')} />
    ),
  },
  ...program(words, key.lastUsedUserAgent),
]

/** What an OAuth client is. */
export const clientFacts = (words: Words, client: OAuthClientView) => [
  {
    term: words.t('details.status'),
    detail: (
      <Status badge={<ClientBadge words={words} client={client} />}>
        {client.status === 'deleted' ? <ClientEnd words={words} client={client} /> : null}
      </Status>
    ),
  },
  { term: 'client_id', detail: machineText(client.clientId, words.t('copyClientId')) },
  { term: words.t('details.permissions'), detail: permissions(words, client.permissions) },
  { term: words.t('details.clientCreated'), detail: created(words, client.createdAt, client.createdBy) },
  acceptedFrom(words, client.allowedAddresses),
  {
    term: words.t('details.rotated'),
    detail:
      client.rotatedAt === null ? (
        words.t('details.neverRotated')
      ) : (
        <RelativeTime moment={words.formats.moment(client.rotatedAt)} />
      ),
  },
  {
    term: words.t('details.lastCall'),
    detail: (
      <UseCell words={words} use={{ at: client.lastUsedAt, address: client.lastUsedAddress }} never={words.t('none')} />
    ),
  },
  {
    term: words.t('details.lastToken'),
    detail: (
      <UseCell
        words={words}
        use={{ at: client.lastTokenAt, address: client.lastTokenAddress }}
        never={words.t('noToken')}
      />
    ),
  },
  ...program(words, client.lastUsedUserAgent ?? client.lastTokenUserAgent),
]

const program = ({ t }: Words, userAgent: string | null) =>
  userAgent === null ? [] : [{ term: t('details.userAgent'), detail: <span className="break-all">{userAgent}</span> }]

const Status = ({ badge, children }: { badge: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col items-start gap-1">
    {badge}
    {children === null ? null : <p className="text-xs text-muted">{children}</p>}
  </div>
)
