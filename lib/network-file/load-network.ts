import type { Sql } from '@/db/client'
import { fill, isRace, lockLoads, type Tx } from '@/db/queries/network-load/network'
import type { IdentificationKeys } from '@/lib/identification/identification'
import type { Environment } from '@/lib/kernel/environment'
import { isReserved } from '@/lib/sandbox/identities'
import { type NetworkFault, NetworkFileFault } from './faults'
import { parseNetworkFile } from './file'
import type { Ids } from './ids'
import { loadCollaborators } from './load-collaborators'
import { loadCompanies } from './load-companies'
import { type LoadedCredentials, loadCredentials } from './load-credentials'
import { loadMerchants } from './load-merchants'
import { hashNewPasswords, loadUsers, type NewPasswords } from './load-users'
import type { NetworkFile } from './shape'

type IdsByKey = Readonly<Record<string, number>>

/** What is printed (network.md): the ids that the service gave, and each secret, which is shown only once. */
export type LoadedNetwork = {
  readonly merchants: Readonly<
    Record<
      string,
      {
        readonly id: number
        readonly branches: IdsByKey
        readonly categories: IdsByKey
        readonly articles: IdsByKey
        readonly discounts: IdsByKey
      } & LoadedCredentials
    >
  >
  readonly companies: Readonly<
    Record<string, { readonly id: number; readonly types: IdsByKey; readonly collaborators: number }>
  >
}

const attemptsMax = 3

const byKey = (ids: Ids): IdsByKey => Object.fromEntries(ids)

async function load(
  tx: Tx,
  network: NetworkFile,
  passwords: NewPasswords,
  keys: IdentificationKeys,
  environment: Environment,
): Promise<LoadedNetwork> {
  await lockLoads(tx)
  await fill(tx, 'identification_types', network.identificationTypes)
  const merchants = await loadMerchants(tx, network.merchants)
  const companies = await loadCompanies(tx, network.companies, merchants)
  const collaboratorFaults = await loadCollaborators(tx, companies, keys)
  await loadUsers(tx, merchants, companies, passwords)
  const credentials = await loadCredentials(tx, merchants, environment)
  const faults = [...collaboratorFaults, ...credentials.faults]
  if (faults.length > 0) throw new NetworkFileFault(faults)

  return {
    merchants: Object.fromEntries(
      merchants.map(({ merchant, merchantId, branches, categories, articles, discounts }, at) => [
        merchant.key,
        {
          id: merchantId,
          branches: byKey(branches),
          categories: byKey(categories),
          articles: byKey(articles),
          discounts: byKey(discounts),
          apiKeys: {},
          oauthClients: {},
          ...credentials.loaded[at],
        },
      ]),
    ),
    companies: Object.fromEntries(
      companies.map(({ company, companyId, types }) => [
        company.key,
        { id: companyId, types: byKey(types), collaborators: company.collaborators.length },
      ]),
    ),
  }
}

/** In production nobody has an identification that is kept for tests (D67). */
const reservedFaults = ({ companies }: NetworkFile, environment: Environment): NetworkFault[] =>
  companies.flatMap(({ collaborators }, c) =>
    collaborators.flatMap(({ identificationTypeId, identification }, n) =>
      isReserved(environment, identificationTypeId, identification)
        ? [{ path: `companies[${c}].collaborators[${n}].identification`, message: 'is kept for tests' }]
        : [],
    ),
  )

/**
 * Loads a parsed network file (network.md) in one transaction, beside what is there already. Only one load runs at a
 * time. The same file loaded again changes no row and gives no secret; a changed file updates, by key, what it says
 * otherwise.
 *
 * The file decides on what it names, also on a field that it leaves out and that has a default: an office's change to
 * the same field is overwritten by the next load. What the file leaves out is not ended, except affiliations and grants
 * (loadCompanies), and what has ended is not restored: revoked keys, deleted clients and ended discounts stay so.
 *
 * Throws NetworkFileFault, with nothing written, when the file has faults by itself or beside what is there;
 * PostgreSQL's error when it cannot be reached. When somebody else writes the same rows at the same time, the load runs
 * again.
 */
export async function loadNetwork(
  sql: Sql,
  file: unknown,
  keys: IdentificationKeys,
  environment: Environment,
): Promise<LoadedNetwork> {
  const network = parseNetworkFile(file)
  const reserved = reservedFaults(network, environment)
  if (reserved.length > 0) throw new NetworkFileFault(reserved)
  const passwords = await hashNewPasswords(sql, network)
  for (let attempt = 1; ; attempt++) {
    try {
      return await sql.begin((tx) => load(tx, network, passwords, keys, environment))
    } catch (error) {
      if (attempt === attemptsMax || !isRace(error)) throw error
    }
  }
}
