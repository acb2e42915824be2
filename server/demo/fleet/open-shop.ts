import { randomUUID } from 'node:crypto'
import type { Sql } from '@/db/client'
import type { OfficeDb } from '@/db/office'
import { atMostOne, theOnly } from '@/db/rows'
import type { MerchantPermission } from '@/lib/accounts/permissions'
import { createApiKey } from '@/lib/credentials/create-api-key'
import { createOAuthClient } from '@/lib/credentials/create-oauth-client'
import { listCredentials } from '@/lib/credentials/list-credentials'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import type { Secret } from '@/lib/credentials/secret'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import type { DataKeys } from '@/lib/kernel/data-keys'
import { loadNetwork } from '@/lib/network-file/load-network'
import demo from '../../demo-network.json' with { type: 'json' }
import { branches, credentials, rotatedCredential } from './plan'

type Opened = { readonly kind: 'api_key'; readonly apiKey: Secret } | OpenedClient
type OpenedClient = {
  readonly kind: 'oauth_client'
  readonly id: number
  readonly clientId: string
  readonly clientSecret: Secret
  readonly rotatedAt: Date | null
}

/** The merchant of the fleet, with secrets that are known for this day alone. */
export type FleetShop = {
  readonly ctx: IntegrationsContext
  readonly merchantName: string
  readonly branchIds: Readonly<Record<string, number>>
  readonly credentials: ReadonlyMap<string, Opened>
  readonly identificationTypeId: number
  readonly identifications: readonly string[]
}

const key = 'flota'
const merchantName = 'Supermercados La Flota'
const identifications: readonly string[] = Array.from({ length: 20 }, (_, n) => `FLOTA${n}`)
const permissions = ['core.integrations' as const]

/** Whoever manages the demo's merchant manages this one too, with the password that they have. */
const manager = demo.merchants.flatMap(({ users = [] }) => users)[0]

type Made = {
  readonly sql: Sql
  readonly db: OfficeDb
  readonly dataKey: DataKeys | string
  readonly officeUrl: string
}

/** The address of whoever manages it; undefined where the demo network is not: beside anybody's own merchants no fleet is made. */
export async function findManager(sql: Sql): Promise<string | undefined> {
  if (manager === undefined) return undefined
  return atMostOne(await sql<{ email: string }[]>`select email from users where email = ${manager.email}`)?.email
}

/** Makes the merchant and its credentials, or gives those that are there from a day before new secrets. */
export async function openFleetShop({ sql, db, dataKey, officeUrl }: Made): Promise<FleetShop> {
  if (manager === undefined) throw new Error('The demo network has no user who manages a merchant.')
  const known = atMostOne(await sql<{ id: number }[]>`select id from identification_types order by id limit 1`)
  const identificationTypeId = known?.id ?? 1
  const { merchants } = await loadNetwork(
    sql,
    {
      version: 1,
      identificationTypes: known ? [] : [{ id: 1, name: 'Cédula de identidad' }],
      merchants: [
        {
          key,
          name: merchantName,
          branches: branches.map(({ key, name }) => ({ key, name })),
          discounts: [
            {
              ...{
                key: 'todo-10',
                name: '10 % en toda la tienda',
                description: 'Todos los días.',
                type: 'PCT',
                value: 10,
              },
              ...{ scope: { kind: 'store' }, validFrom: '2026-01-01', validTo: '2099-12-31' },
            },
          ],
          users: [manager],
        },
      ],
      companies: [
        {
          ...{ key, name: 'Empresa de la flota', affiliations: [key] },
          grants: [{ merchant: key, discount: 'todo-10', to: 'team' }],
          collaborators: identifications.map((identification, n) => ({
            ...{ identificationTypeId, identification, firstName: 'Cliente', lastName: `Número ${n + 1}` },
          })),
        },
      ],
    },
    deriveIdentificationKeys(dataKey),
    'test',
  )
  const loaded = merchants[key]
  if (loaded === undefined) throw new Error('The network load made no merchant.')
  const ctx = await contextOf({ sql, db, officeUrl }, loaded.id, manager.email)
  const opened = new Map<string, Opened>()
  for (const { name, kind } of credentials)
    opened.set(name, await (kind === 'api_key' ? renewKey : renewClient)(ctx, name))
  return {
    ...{ ctx, merchantName, branchIds: loaded.branches, credentials: opened },
    ...{ identificationTypeId, identifications },
  }
}

/** Replaces the secret of the client that is rotated in the middle of the day. */
export async function rotate({ ctx, credentials }: FleetShop): Promise<{ client: OpenedClient; rotatedAt: Date }> {
  const before = credentials.get(rotatedCredential)
  if (before?.kind !== 'oauth_client') throw new Error(`${rotatedCredential} is no OAuth client.`)
  const { id, rotatedAt: seenRotatedAt } = before
  const { clientId, clientSecret, rotatedAt } = await rotateClientSecret(ctx, {
    ...{ id, confirmation: rotatedCredential, seenRotatedAt },
  })
  return { client: { kind: 'oauth_client', id, clientId, clientSecret, rotatedAt }, rotatedAt }
}

async function contextOf(
  { sql, db, officeUrl }: Omit<Made, 'dataKey'>,
  merchantId: number,
  email: string,
): Promise<IntegrationsContext> {
  const { userId, permissions } = theOnly(
    await sql<{ userId: number; permissions: MerchantPermission[] }[]>`
      select u.id as "userId", m.permissions from merchant_memberships m join users u on u.id = m.user_id
      where m.merchant_id = ${merchantId} and u.email = ${email}`,
  )
  return {
    ...{ db, officeUrl, environment: 'test', now: () => new Date() },
    member: { userId, sessionId: 0, merchantId, permissions },
    origin: { address: null, userAgent: 'demo:fleet', requestId: randomUUID() },
  }
}

/** A key is shown once: that of a day before is revoked. */
async function renewKey(ctx: IntegrationsContext, name: string): Promise<Opened> {
  const { apiKeys } = await listCredentials(ctx)
  for (const { id, status, name: other } of apiKeys.credentials)
    if (other === name && status !== 'revoked') await revokeApiKey(ctx, { id, confirmation: name })
  const { apiKey } = await createApiKey(ctx, { name, permissions, validityDays: 30 })
  return { kind: 'api_key', apiKey }
}

async function renewClient(ctx: IntegrationsContext, name: string): Promise<OpenedClient> {
  const { oauthClients } = await listCredentials(ctx)
  const live = oauthClients.credentials.find((one) => one.name === name && one.status === 'live')
  if (live === undefined)
    return { kind: 'oauth_client', ...(await createOAuthClient(ctx, { name, permissions })), rotatedAt: null }
  const { id, rotatedAt } = live
  const rotated = await rotateClientSecret(ctx, { id, confirmation: name, seenRotatedAt: rotatedAt })
  return { kind: 'oauth_client', ...rotated }
}
