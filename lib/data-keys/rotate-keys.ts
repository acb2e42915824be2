import type { OfficeDb, OfficeTx } from '@/db/office'
import {
  countOfOtherGenerations,
  findInstallation,
  type Installation,
  type KeyedImport,
  type KeyedUser,
  listKeyedImports,
  listKeyedPeople,
  listKeyedUsers,
  lockKeyGeneration,
  rekeyImport,
  rekeyPeople,
  rekeyUser,
  setInstallation,
  takeImportsToRekey,
  takePeopleToRekey,
  takeUsersToRekey,
} from '@/db/queries/offices/data-keys'
import { openTotpSecret, sealTotpSecret } from '@/lib/accounts/seal'
import { recordEvent } from '@/lib/audit/record-event'
import {
  decryptIdentification,
  deriveIdentificationKeys,
  hmacIdentification,
  type IdentificationKeys,
} from '@/lib/identification/identification'
import { boundTo } from '@/lib/imports/sealed-import'
import { assert, present } from '@/lib/kernel/assert'
import { type DataKeys, type Keyring, keyOf, keyring } from '@/lib/kernel/data-keys'
import { openSealed, seal } from '@/lib/kernel/seal'
import { carriedFrom, sealCarriedKeys } from './carried-keys'
import { digestOfDataKey } from './digest'
import { rekeyed } from './rekeyed'

/** Why keys are not changed, in words for the person who asked. */
export class RotationRefused extends Error {}

export type Rotation = {
  readonly people: number
  readonly secrets: number
  readonly files: number
  /** How many rows were read back. */
  readonly verified: number
}

type Options = {
  readonly db: OfficeDb
  readonly keys: DataKeys
  readonly signal?: AbortSignal
  readonly pause?: (ms: number) => Promise<unknown>
}

/**
 * People in one transaction. A sale that names one of them waits until it ends, some milliseconds; nobody waits for those whom others
 * hold.
 */
const batchSize = 100

/** Rows read back by one statement. */
const readSize = 1_000

/**
 * Brings everything that DATA_KEY guards from its old key to the new one, while tills sell and offices work (ADR-0060): from its begin
 * all write with the new one; then rows follow, some at a time; then each is read back; then the old key is given up. Ended at any
 * moment it goes on where it was when it is called again. Throws `RotationRefused` where the keys do not fit the database, and any
 * row that is not read back with the new key leaves the old one alive.
 */
export async function rotateKeys({ db, keys, signal, pause = wait }: Options): Promise<Rotation> {
  await db.transaction((tx) => begin(tx, keys))
  const secrets = secretsOf(keys)
  const done = { people: 0, secrets: 0, files: 0 }
  const steps = [
    ['people', somePeople],
    ['secrets', someUsers],
    ['files', someImports],
  ] as const
  do {
    for (const [what, some] of steps) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        signal?.throwIfAborted()
        const from: number = after
        const taken = await db.transaction((tx) => some(tx, secrets, from))
        done[what] += taken.length
        after = taken.at(-1)?.id
      }
    }
    // Others hold what is left.
    if ((await countOfOtherGenerations(db, keys.generation)) > 0) await pause(50)
  } while ((await countOfOtherGenerations(db, keys.generation)) > 0)
  const verified = await verifyKeys(db, keys, signal)
  await db.transaction(async (tx) => {
    await lockKeyGeneration(tx)
    assert((await countOfOtherGenerations(tx, keys.generation)) === 0, 'nobody writes with a key that is given up')
    // Again for a change that has ended: nothing ends a second time.
    if (present(await findInstallation(tx), 'what is changed is there').oldDataKeyDigest === null) return
    await setInstallation(tx, { oldDataKeyDigest: null })
    await record(tx, 'data_key.change_ended', keys, { verified })
  })
  return { ...done, verified }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** From here on everybody writes with the new key. It waits for those who write with the old one. */
async function begin(tx: OfficeTx, keys: DataKeys): Promise<void> {
  await lockKeyGeneration(tx)
  const { old, generation } = keys
  if (old === undefined) throw new RotationRefused('Give the new key as DATA_KEY, and the one before as DATA_KEY_OLD.')
  const row = await findInstallation(tx)
  if (!row) throw new RotationRefused('No service has used this database yet: there is no key to change.')
  if (isUnderWay(row, keys)) return
  const isPresent = row.keyGeneration === generation - 1 && row.dataKeyDigest.equals(digestOfDataKey(old))
  if (!isPresent || row.oldDataKeyDigest !== null) {
    throw new RotationRefused(
      `The database is of generation ${row.keyGeneration}: DATA_KEY_OLD must be its key, and DATA_KEY_GENERATION ${row.keyGeneration + 1}.`,
    )
  }
  await setInstallation(tx, {
    keyGeneration: generation,
    dataKeyDigest: digestOfDataKey(keys.key),
    oldDataKeyDigest: digestOfDataKey(old),
    carriedKeys: sealCarriedKeys(keys.key, carriedFrom(old, row)),
  })
  await record(tx, 'data_key.change_begun', keys)
}

/** In the trail of the network, as done by a command of its staff. It names the generation, and nothing of a key. */
const record = (
  tx: OfficeTx,
  action: 'data_key.change_begun' | 'data_key.change_ended',
  { generation }: DataKeys,
  details: { verified?: number } = {},
) =>
  recordEvent(
    tx,
    { address: null, userAgent: null, requestId: 'keys:rotate' },
    {
      ...{ operator: true, action, subjectType: 'data_key', subjectId: generation },
      details: { name: `DATA_KEY_GENERATION=${generation}`, ...details },
    },
  )

/** Whether the change to these keys was begun before, or has ended. */
const isUnderWay = (row: Installation, { key, generation, old }: DataKeys): boolean =>
  row.keyGeneration === generation &&
  row.dataKeyDigest.equals(digestOfDataKey(key)) &&
  (row.oldDataKeyDigest === null || (old !== undefined && row.oldDataKeyDigest.equals(digestOfDataKey(old))))

type Secrets = {
  readonly generation: number
  readonly identification: IdentificationKeys
  readonly totp: Keyring
  readonly files: Keyring
}

const secretsOf = (keys: DataKeys): Secrets => ({
  generation: keys.generation,
  identification: deriveIdentificationKeys(keys),
  totp: keyring(keys, 'aliado totp encryption v1'),
  files: keyring(keys, 'aliado import encryption v1'),
})

/** What one transaction brings forward, after an id. */
type Taken = readonly { readonly id: number }[]

async function somePeople(tx: OfficeTx, { generation, identification }: Secrets, after: number): Promise<Taken> {
  const people = await takePeopleToRekey(tx, generation, { after, limit: batchSize })
  await rekeyPeople(
    tx,
    people.map((person) => rekeyed(identification, person)),
  )
  return people
}

async function someUsers(tx: OfficeTx, { generation, totp }: Secrets, after: number): Promise<Taken> {
  const found = await takeUsersToRekey(tx, generation, { after, limit: batchSize })
  for (const user of found) {
    const anew = (sealed: Buffer | null, of: number) =>
      sealed &&
      sealTotpSecret(totp, user.id, openTotpSecret(totp, user.id, { sealed, generation: of }), generation).sealed
    await rekeyUser(tx, {
      id: user.id,
      totpSecret: anew(user.totpSecret, user.totpKeyGeneration),
      totpKeyGeneration: generation,
      totpPendingSecret: anew(user.totpPendingSecret, user.totpPendingKeyGeneration),
      totpPendingKeyGeneration: generation,
    })
  }
  return found
}

async function someImports(tx: OfficeTx, { generation, files }: Secrets, after: number): Promise<Taken> {
  const found = await takeImportsToRekey(tx, generation, { after })
  for (const file of found) {
    const sealedRows = seal(keyOf(files, generation), openRows(files, file), boundTo(file.kind, tenantOf(file)))
    await rekeyImport(tx, { ...file, sealedRows, keyGeneration: generation })
  }
  return found
}

function openRows(files: Keyring, file: KeyedImport): Buffer {
  assert(file.sealedRows, 'only what is sealed is read')
  return openSealed(keyOf(files, file.keyGeneration), file.sealedRows, boundTo(file.kind, tenantOf(file)))
}

function tenantOf({ merchantId, companyId }: KeyedImport): { merchantId: number } | { companyId: number } {
  if (merchantId !== null) return { merchantId }
  assert(companyId !== null, 'an import is of a merchant or of a company')
  return { companyId }
}

/** Reads everything back with the new key alone, and returns how many rows. Throws, naming no person, for the first that it does not read. */
async function verifyKeys(db: OfficeDb, { key, generation }: DataKeys, signal?: AbortSignal): Promise<number> {
  const { identification: keys, totp, files } = secretsOf({ key, generation })
  const people = await readAll(
    (after) => listKeyedPeople(db, after, readSize),
    (person) => {
      if (person.isErased) return person.keyGeneration === generation
      const identification = decryptIdentification(keys, person.ciphertext, person.keyGeneration)
      return hmacIdentification(keys, person.identificationTypeId, identification).equals(person.hmac)
    },
    signal,
  )
  const users = await readAll(
    (after) => listKeyedUsers(db, after, readSize),
    (user) => isReadable(totp, user),
    signal,
  )
  const held = await readAll(
    (after) => listKeyedImports(db, after),
    (file) => file.sealedRows === null || openRows(files, file).length > 0,
    signal,
  )
  return people + users + held
}

function isReadable(totp: Keyring, user: KeyedUser): boolean {
  const secrets = [
    [user.totpSecret, user.totpKeyGeneration],
    [user.totpPendingSecret, user.totpPendingKeyGeneration],
  ] as const
  return secrets.every(([sealed, of]) => !sealed || openTotpSecret(totp, user.id, { sealed, generation: of }) !== '')
}

async function readAll<Row extends { readonly id: number }>(
  read: (after: number) => Promise<readonly Row[]>,
  isRight: (row: Row) => boolean,
  signal: AbortSignal | undefined,
): Promise<number> {
  let count = 0
  let after = 0
  for (;;) {
    signal?.throwIfAborted()
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return count
    for (const row of rows)
      if (!isSound(() => isRight(row))) throw new Error(`Row ${row.id} is not read with the new key`)
    count += rows.length
    after = last.id
  }
}

/** What a key does not open, throws. */
function isSound(read: () => boolean): boolean {
  try {
    return read()
  } catch {
    return false
  }
}
