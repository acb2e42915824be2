import { type Column, Table } from '@/components/ui/table'
import type { ApiKeyView, OAuthClientView } from '@/lib/credentials/views'
import type { Addresses } from '../new-secret'
import { ClientStatus, ClientUses, CreatedCell, KeyStatus, NameCell, Permissions, UseCell, type Words } from './cells'
import { CredentialActions } from './credential-actions'
import { targetOfClient, targetOfKey } from './target'

type TableProps<View> = {
  words: Words
  credentials: readonly View[]
  caption: string
  addresses: Addresses
  needsCode: boolean
}

export function KeyTable({ words, credentials, caption, ...dialogs }: TableProps<ApiKeyView>) {
  const { t } = words
  const columns: Column<ApiKeyView>[] = [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      cell: (key) => (
        <NameCell
          words={words}
          name={key.name}
          href={targetOfKey(key).href}
          machineName={`ck_${key.prefix}…`}
          copied={`ck_${key.prefix}`}
        />
      ),
    },
    {
      key: 'permissions',
      label: t('columns.permissions'),
      cell: (key) => <Permissions words={words} permissions={key.permissions} />,
    },
    {
      key: 'created',
      label: t('columns.created'),
      cell: (key) => <CreatedCell words={words} at={key.createdAt} by={key.createdBy} />,
    },
    { key: 'status', label: t('columns.status'), cell: (key) => <KeyStatus words={words} apiKey={key} /> },
    {
      key: 'lastUsed',
      label: t('columns.lastUsed'),
      cell: (key) => (
        <UseCell words={words} use={{ at: key.lastUsedAt, address: key.lastUsedAddress }} never={t('neverUsed')} />
      ),
    },
    {
      key: 'actions',
      label: t('columns.actions'),
      actions: true,
      cell: (key) => <CredentialActions target={targetOfKey(key)} {...dialogs} look="menu" />,
    },
  ]
  return <Table caption={caption} columns={columns} rows={credentials} rowKey={({ id }) => id} />
}

export function ClientTable({ words, credentials, caption, ...dialogs }: TableProps<OAuthClientView>) {
  const { t } = words
  const columns: Column<OAuthClientView>[] = [
    {
      key: 'name',
      label: t('columns.name'),
      heading: true,
      cell: (client) => (
        <NameCell
          words={words}
          name={client.name}
          href={targetOfClient(client).href}
          machineName={client.clientId}
          copied={client.clientId}
        />
      ),
    },
    {
      key: 'permissions',
      label: t('columns.permissions'),
      cell: (client) => <Permissions words={words} permissions={client.permissions} />,
    },
    {
      key: 'created',
      label: t('columns.clientCreated'),
      cell: (client) => <CreatedCell words={words} at={client.createdAt} by={client.createdBy} />,
    },
    { key: 'status', label: t('columns.status'), cell: (client) => <ClientStatus words={words} client={client} /> },
    { key: 'lastUsed', label: t('columns.lastUsed'), cell: (client) => <ClientUses words={words} client={client} /> },
    {
      key: 'actions',
      label: t('columns.actions'),
      actions: true,
      cell: (client) => <CredentialActions target={targetOfClient(client)} {...dialogs} look="menu" />,
    },
  ]
  return <Table caption={caption} columns={columns} rows={credentials} rowKey={({ id }) => id} />
}
