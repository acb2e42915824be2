import { randomBytes } from 'node:crypto'
import { brokenInvariants } from '@/db/invariants'
import * as collaborators from '@/db/queries/network-load/collaborators'
import * as credentials from '@/db/queries/network-load/credentials'
import * as grants from '@/db/queries/network-load/grants'
import * as load from '@/db/queries/network-load/network'
import type { Lines, World } from './world'

/** What the network file's program asks, in its transaction. */
const loading =
  (ask: (tx: load.Tx, world: World) => Promise<unknown>) =>
  (world: World): (() => Promise<unknown>) =>
  () =>
    world.program.begin((tx) => ask(tx, world))

const between = ({ mine }: World) => ({ companyIds: [mine.companyId], merchantIds: [mine.merchantId] })

const named = ({ mine }: World, key: string) => ({
  merchantId: mine.merchantId,
  key,
  name: `${key} ${mine.mark}`,
  permissions: ['core.integrations'],
  secretHash: randomBytes(32).toString('hex'),
})

const person = async (w: World) => {
  const [row] = await w.sql<{ id: string; type: number; hmac: string }[]>`
    select id, identification_type_id as type, encode(identification_hmac, 'hex') as hmac from collaborators
    where id = ${w.mine.collaboratorId}`
  if (!row) throw new Error('the tenant has a collaborator')
  return { id: row.id, companyId: w.mine.companyId, identificationTypeId: row.type, hmac: row.hmac }
}

const described = {
  keyGeneration: 1,
  collaboratorTypeId: null,
  ciphertext: randomBytes(40).toString('hex'),
  firstName: 'Ana',
  lastName: 'Pérez',
  email: null,
  active: false,
}

export const programLines: Lines = {
  'db/invariants#brokenInvariants': (w) => () => brokenInvariants(w.program),
  'db/queries/network-load/network#lockLoads': loading((tx) => load.lockLoads(tx)),
  'db/queries/network-load/network#fill': loading((tx, { mine }) =>
    load.fill(tx, 'affiliations', [{ company_id: mine.companyId, merchant_id: mine.merchantId }]),
  ),
  'db/queries/network-load/network#fillWithIds': loading((tx, { mine }) =>
    load.fillWithIds(tx, 'companies', [{ key: mine.mark, name: mine.company, legal_id: null }]),
  ),
  'db/queries/network-load/network#findIdentificationTypes': loading((tx) => load.findIdentificationTypes(tx, [1])),
  'db/queries/network-load/network#findUserEmails': (w) => () => load.findUserEmails(w.program, [w.mine.email]),
  'db/queries/network-load/network#holdKeyGeneration': loading((tx) => load.holdKeyGeneration(tx)),
  'db/queries/network-load/network#analyseNetwork': loading((tx) => load.analyseNetwork(tx)),
  'db/queries/network-load/collaborators#findCollaborators': loading(async (tx, w) =>
    collaborators.findCollaborators(tx, [await person(w)]),
  ),
  'db/queries/network-load/collaborators#findEmployed': loading(async (tx, w) =>
    collaborators.findEmployed(tx, [await person(w)]),
  ),
  'db/queries/network-load/collaborators#insertCollaborators': loading(async (tx, w) =>
    collaborators.insertCollaborators(tx, [
      { ...(await person(w)), hmac: randomBytes(32).toString('hex'), ...described },
    ]),
  ),
  'db/queries/network-load/collaborators#updateCollaborators': loading(async (tx, w) =>
    collaborators.updateCollaborators(tx, [{ ...(await person(w)), ...described }]),
  ),
  'db/queries/network-load/credentials#listCredentials': loading((tx, { mine }) =>
    credentials.listCredentials(tx, 'apiKey', [mine.merchantId]),
  ),
  'db/queries/network-load/credentials#lockMerchants': loading((tx, { mine }) =>
    credentials.lockMerchants(tx, [mine.merchantId]),
  ),
  'db/queries/network-load/credentials#changeCredentials': loading((tx, w) =>
    credentials.changeCredentials(tx, 'apiKey', [{ ...named(w, 'otra'), id: w.mine.apiKeyId }]),
  ),
  'db/queries/network-load/credentials#insertApiKeys': loading((tx, w) => {
    const prefix = randomBytes(8).toString('hex')
    return credentials.insertApiKeys(tx, [{ ...named(w, 'llave'), prefix, validityDays: 30 }])
  }),
  'db/queries/network-load/credentials#insertOAuthClients': loading((tx, w) =>
    credentials.insertOAuthClients(tx, [
      { ...named(w, 'cliente'), clientId: `m${w.mine.merchantId}-${randomBytes(8).toString('hex')}` },
    ]),
  ),
  'db/queries/network-load/grants#replaceAffiliations': loading((tx, w) =>
    grants.replaceAffiliations(tx, between(w), [{ company_id: w.mine.companyId, merchant_id: w.mine.merchantId }]),
  ),
  'db/queries/network-load/grants#replaceGrants': loading((tx, w) => grants.replaceGrants(tx, between(w), [])),
}
