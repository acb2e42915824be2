import {
  type CredentialKind,
  changeCredentials,
  insertApiKeys,
  insertOAuthClients,
  listCredentials,
  lockMerchants,
  type StoredCredential,
} from '@/db/queries/network-load/credentials'
import type { Tx } from '@/db/queries/network-load/network'
import { mintApiKey, mintClientId, mintClientSecret } from '@/lib/credentials/secret'
import type { Environment } from '@/lib/kernel/environment'
import { type CredentialPlan, planCredentials } from './credentials'
import type { NetworkFault } from './faults'
import { known } from './ids'
import type { MerchantOfFile } from './shape'

type Client = { readonly clientId: string; readonly clientSecret: string | null }

export type LoadedCredentials = {
  readonly apiKeys: Readonly<Record<string, string | null>>
  readonly oauthClients: Readonly<Record<string, Client>>
}

/** A merchant of the file, the id that it has, and what becomes of its credentials of one kind. */
type Settled = {
  readonly merchant: MerchantOfFile
  readonly merchantId: number
  readonly stored: readonly StoredCredential[]
  readonly plan: CredentialPlan
}

type Merchants = readonly { readonly merchant: MerchantOfFile; readonly merchantId: number }[]

async function planAll(tx: Tx, kind: CredentialKind, merchants: Merchants): Promise<Settled[]> {
  const all = await listCredentials(
    tx,
    kind,
    merchants.map(({ merchantId }) => merchantId),
  )
  const list = kind === 'apiKey' ? 'apiKeys' : 'oauthClients'
  const byMerchant = new Map<number, StoredCredential[]>(merchants.map(({ merchantId }) => [merchantId, []]))
  for (const credential of all) byMerchant.get(credential.merchantId)?.push(credential)
  return merchants.map(({ merchant, merchantId }, at) => {
    const stored = byMerchant.get(merchantId) ?? []
    return { merchant, merchantId, stored, plan: planCredentials(stored, merchant[list], `merchants[${at}].${list}`) }
  })
}

/** Plans, and counts again under the lock where something is to be made (D53). */
async function settle(tx: Tx, kind: CredentialKind, merchants: Merchants): Promise<Settled[]> {
  const plans = await planAll(tx, kind, merchants)
  const growing = plans.filter(({ plan }) => plan.creates.length > 0)
  if (growing.length === 0) return plans
  await lockMerchants(
    tx,
    growing.map(({ merchantId }) => merchantId),
  )
  return planAll(tx, kind, merchants)
}

/** The new API keys, by merchant id and key: `ck_<prefix>.<secret>`. */
async function makeApiKeys(
  tx: Tx,
  settled: readonly Settled[],
  environment: Environment,
): Promise<Map<string, string>> {
  const made = settled.flatMap(({ merchant, merchantId, plan }) =>
    plan.creates.map((at) => ({ ...known(merchant.apiKeys[at]), merchantId, ...mintApiKey(environment) })),
  )
  await insertApiKeys(
    tx,
    made.map(({ apiKey, secretHash, ...row }) => ({ ...row, secretHash: secretHash.toString('hex') })),
  )
  return new Map(made.map(({ merchantId, key, apiKey }) => [placeOf(merchantId, key), apiKey.reveal()]))
}

async function makeOAuthClients(
  tx: Tx,
  settled: readonly Settled[],
  environment: Environment,
): Promise<Map<string, Client>> {
  const made = settled.flatMap(({ merchant, merchantId, plan }) =>
    plan.creates.map((at) => {
      const clientId = mintClientId(environment, merchantId)
      return { ...known(merchant.oauthClients[at]), merchantId, clientId, ...mintClientSecret(clientId) }
    }),
  )
  await insertOAuthClients(
    tx,
    made.map(({ clientSecret, secretHash, ...row }) => ({ ...row, secretHash: secretHash.toString('hex') })),
  )
  const clients = settled.flatMap(({ stored, merchantId }) =>
    stored.flatMap(({ key, clientId }) =>
      key === null || clientId === null ? [] : [{ merchantId, key, clientId, clientSecret: null }],
    ),
  )
  const created = made.map((one) => ({ ...one, clientSecret: one.clientSecret.reveal() }))
  return new Map(
    [...clients, ...created].map(({ merchantId, key, clientId, clientSecret }) => [
      placeOf(merchantId, key),
      { clientId, clientSecret },
    ]),
  )
}

const placeOf = (merchantId: number, key: string): string => `${merchantId} ${key}`

/**
 * Writes the credentials as the file has them, each creation with its audit event. A secret is returned once, when its
 * credential is created (D52), and is null ever after; a revoked or deleted credential is not restored. Lists that are
 * too long and names that are taken (D53) are returned as faults, and then nothing was written.
 */
export async function loadCredentials(
  tx: Tx,
  merchants: Merchants,
  environment: Environment,
): Promise<{ loaded: LoadedCredentials[]; faults: NetworkFault[] }> {
  const keys = await settle(tx, 'apiKey', merchants)
  const clients = await settle(tx, 'oauthClient', merchants)
  const faults = [...keys, ...clients].flatMap(({ plan }) => plan.faults)
  if (faults.length > 0) return { loaded: [], faults }

  for (const [kind, settled] of [['apiKey', keys] as const, ['oauthClient', clients] as const]) {
    const changes = settled.flatMap(({ plan }) => plan.changes)
    if (changes.length > 0) await changeCredentials(tx, kind, changes)
  }
  const madeKeys = await makeApiKeys(tx, keys, environment)
  const madeClients = await makeOAuthClients(tx, clients, environment)
  const loaded = merchants.map(({ merchant, merchantId }) => ({
    apiKeys: Object.fromEntries(
      merchant.apiKeys.map(({ key }) => [key, madeKeys.get(placeOf(merchantId, key)) ?? null]),
    ),
    oauthClients: Object.fromEntries(
      merchant.oauthClients.map(({ key }) => [key, known(madeClients.get(placeOf(merchantId, key)))] as const),
    ),
  }))
  return { loaded, faults }
}
