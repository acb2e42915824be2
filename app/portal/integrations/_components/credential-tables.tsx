import { RelativeTime } from '@/components/ui/relative-time'
import { type Column, Table } from '@/components/ui/table'
import type { ApiKeyView, OAuthClientView } from '@/lib/credentials/views'
import type { Addresses } from '../new-secret'
import { ClientBadge, ClientEnd, KeyBadge, KeyEnd, permissionName, type Words } from './cells'
import { CredentialActions } from './credential-actions'
import { type Target, targetOfClient, targetOfKey } from './target'

type TableProps<View> = {
  words: Words
  credentials: readonly View[]
  caption: string
  addresses: Addresses
  needsCode: boolean
}

export function KeyTable({ words, credentials, caption, ...dialogs }: TableProps<ApiKeyView>) {
  const { t } = words
  const columns: readonly Column<ApiKeyView>[] = [
    ...namesOf<ApiKeyView>(words, t('columns.created'), ({ prefix }) => `ck_${prefix}…`),
    {
      key: 'status',
      label: t('columns.status'),
      phone: 'end',
      className: 'lg:max-w-56',
      cell: (key) => <KeyBadge words={words} apiKey={key} />,
      below: (key) => <KeyEnd words={words} apiKey={key} />,
    },
    {
      key: 'lastUsed',
      label: t('columns.lastUsed'),
      phone: 'below',
      cell: ({ lastUsedAt }) => <Since words={words} at={lastUsedAt} never={t('neverUsed')} />,
      below: ({ lastUsedAddress }) => (lastUsedAddress === null ? null : t('from', { address: lastUsedAddress })),
    },
    actionsOf(words, targetOfKey, dialogs),
  ]
  return <CredentialTable caption={caption} columns={columns} rows={credentials} targetOf={targetOfKey} />
}

export function ClientTable({ words, credentials, caption, ...dialogs }: TableProps<OAuthClientView>) {
  const { t } = words
  const columns: readonly Column<OAuthClientView>[] = [
    ...namesOf<OAuthClientView>(words, t('columns.clientCreated'), ({ clientId }) => clientId),
    {
      key: 'status',
      label: t('columns.status'),
      phone: 'end',
      cell: (client) => <ClientBadge words={words} client={client} />,
      below: (client) => (client.status === 'deleted' ? <ClientEnd words={words} client={client} /> : null),
    },
    {
      key: 'lastUsed',
      label: t('columns.lastUsed'),
      phone: 'below',
      // The last call and the last token request, apart (D55).
      cell: ({ lastUsedAt, lastTokenAt }) =>
        lastUsedAt === null && lastTokenAt === null ? (
          <span className="text-muted">{t('clientNeverUsed')}</span>
        ) : (
          <>
            {t('lastCall')} <Since words={words} at={lastUsedAt} never={t('none')} />
          </>
        ),
      below: ({ lastUsedAt, lastTokenAt }) =>
        lastUsedAt === null && lastTokenAt === null ? null : (
          <>
            {t('lastToken')} <Since words={words} at={lastTokenAt} never={t('noToken')} />
          </>
        ),
    },
    actionsOf(words, targetOfClient, dialogs),
  ]
  return <CredentialTable caption={caption} columns={columns} rows={credentials} targetOf={targetOfClient} />
}

type View = ApiKeyView | OAuthClientView

function CredentialTable<Row extends View>(props: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  targetOf: (row: Row) => Target
}) {
  return (
    <Table
      phone="lines"
      caption={props.caption}
      columns={props.columns}
      rows={props.rows}
      rowKey={({ id }) => id}
      hrefOf={(row) => props.targetOf(row).href}
    />
  )
}

/** What it is called by people and by machines, what it may do, and who made it. */
function namesOf<Row extends View>(
  words: Words,
  created: string,
  machineName: (row: Row) => string,
): readonly Column<Row>[] {
  const { t, formats } = words
  return [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      className: 'lg:max-w-80',
      cell: ({ name }) => <bdi>{name}</bdi>,
      below: (row) => <code className="font-mono">{machineName(row)}</code>,
    },
    {
      key: 'permissions',
      label: t('columns.permissions'),
      cell: ({ permissions }) => permissionName(words, permissions[0] ?? ''),
      below: ({ permissions }) =>
        permissions.length < 2
          ? null
          : permissions
              .slice(1)
              .map((permission) => permissionName(words, permission))
              .join(' · '),
    },
    {
      key: 'created',
      label: created,
      cell: ({ createdAt }) => <RelativeTime moment={formats.moment(createdAt)} />,
      below: ({ createdBy }) => t('createdBy', { name: createdBy ?? t('operator') }),
    },
  ]
}

const actionsOf = <Row extends View>(
  { t }: Words,
  targetOf: (row: Row) => Target,
  dialogs: { addresses: Addresses; needsCode: boolean },
): Column<Row> => ({
  key: 'actions',
  label: t('columns.actions'),
  actions: true,
  cell: (row) => <CredentialActions target={targetOf(row)} {...dialogs} />,
})

/** How long ago, exactly when on hover and focus. */
function Since({ words, at, never }: { words: Words; at: Date | null; never: string }) {
  return at === null ? <span className="text-muted">{never}</span> : <RelativeTime moment={words.formats.moment(at)} />
}
