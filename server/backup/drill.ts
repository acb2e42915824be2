import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { AliadoClient } from '@/clients/typescript/aliado-client'
import { connect, type Sql } from '@/db/client'
import { brokenInvariants } from '@/db/invariants'
import { theOnly, whole } from '@/db/rows'
import {
  decryptIdentification,
  deriveIdentificationKeys,
  hmacIdentification,
  ofGeneration,
} from '@/lib/identification/identification'
import type { DataKeys } from '@/lib/kernel/data-keys'
import { rewriteDatabaseAddress } from '@/lib/kernel/database-address'
import { confirmDataKey } from '../confirm-data-key'
import { startApiProcess } from './api-process'
import { type Compared, type Contents, compare, contentsOf, exhaustedSequences } from './contents'
import { startDrillLoad } from './drill-load'
import { type DrillShop, openDrillShop } from './drill-network'
import { dumpByClients } from './dump-by-clients'
import { type Dump, dumpByCopy } from './dump-by-copy'
import { findClients } from './find-clients'

export type DrillOptions = {
  /** The role that may read every table and create a database. */
  readonly ownerUrl: string
  /** The role of the service. */
  readonly serviceUrl: string
  readonly dataKey: DataKeys | string
  /** Whether the drill sells meanwhile, as a merchant of its own; otherwise it writes nothing into the database. */
  readonly sells: boolean
  readonly signal: AbortSignal
  /** Damages the restored database, so that a test sees the drill notice. */
  readonly spoil?: (restored: Sql) => Promise<unknown>
  /** Node's arguments for an API of a test's own; without them it is that of the sources. */
  readonly api?: readonly string[]
}

export type DrillReport = {
  readonly method: string
  readonly sales: { readonly before: number; readonly after: number } | undefined
  readonly tables: readonly Compared[]
  readonly bytes: number
  readonly dumpMs: number
  readonly restoreMs: number
  readonly identificationsRead: number
  /** What differs or does not work: empty when the restore is proven. */
  readonly faults: readonly string[]
}

/** A sale must be made on both sides of the snapshot, or the dump was not made under load. */
const salesAround = 25
const identificationsRead = 100

/**
 * Dumps a database while sales go on, restores the dump into a new database beside it, and checks that this is the moment of the
 * dump to the last byte, keeps the rules, belongs to the data key and serves. Leaves no database and no file behind.
 */
export async function drill(options: DrillOptions): Promise<DrillReport> {
  const source = connect(options.ownerUrl, { poolMax: 2, applicationName: 'aliado drill', statementTimeoutMs: 0 })
  const directory = await mkdtemp(join(tmpdir(), 'aliado-drill-'))
  const scratch = `aliado_drill_${randomBytes(4).toString('hex')}`
  try {
    const shop = options.sells ? await openDrillShop(source, options.dataKey) : undefined
    try {
      const dumped = await dumpUnderLoad(source, shop, directory, options)
      await createDatabase(source, scratch)
      return await restoreAndCheck(dumped, urlOf(options.ownerUrl, scratch), shop, options)
    } finally {
      await shop?.close()
    }
  } finally {
    await source`drop database if exists ${source(scratch)} with (force)`
    await source.end({ timeout: 5 })
    await rm(directory, { recursive: true, force: true })
  }
}

type Dumped = Pick<DrillReport, 'method' | 'sales' | 'dumpMs'> & { readonly dump: Dump; readonly contents: Contents }

async function dumpUnderLoad(
  source: Sql,
  shop: DrillShop | undefined,
  directory: string,
  options: DrillOptions,
): Promise<Dumped> {
  const api = shop && (await startApiProcess(options.serviceUrl, options.dataKey, options.api))
  const load = api && shop && startDrillLoad(api.url, shop)
  try {
    await load?.more(salesAround)
    const before = load?.sales() ?? 0
    const dumped = await dump(source, directory, options)
    await load?.more(Math.max(0, salesAround - (load.sales() - before)))
    return { ...dumped, sales: load && { before, after: load.sales() - before } }
  } finally {
    await load?.stop()
    await api?.stop()
  }
}

/** Everything of one snapshot: what the tables hold, and the dump. */
async function dump(
  source: Sql,
  directory: string,
  { ownerUrl, signal }: DrillOptions,
): Promise<Omit<Dumped, 'sales'>> {
  const server = await source<{ major: number }[]>`
    select current_setting('server_version_num')::int / 10000 as major`
  const clients = await findClients(theOnly(server).major)
  const startedAt = performance.now()
  return source.begin('isolation level repeatable read read only', async (tx) => {
    const snapshot = theOnly(await tx<{ id: string }[]>`select pg_export_snapshot() as id`)
    const contents = await contentsOf(tx)
    signal.throwIfAborted()
    const made =
      'missing' in clients
        ? { method: `COPY, since ${clients.missing}`, dump: await dumpByCopy(tx, directory) }
        : {
            method: `${clients.dump}, version ${clients.major}`,
            dump: await dumpByClients(clients, ownerUrl, snapshot.id, directory),
          }
    return { ...made, contents, dumpMs: performance.now() - startedAt }
  })
}

async function restoreAndCheck(
  { dump: made, contents, ...dumped }: Dumped,
  restoredUrl: string,
  shop: DrillShop | undefined,
  options: DrillOptions,
): Promise<DrillReport> {
  const { dataKey, signal, spoil } = options
  const startedAt = performance.now()
  await made.restore(restoredUrl)
  const restoreMs = performance.now() - startedAt
  signal.throwIfAborted()
  const restored = connect(restoredUrl, { poolMax: 2, applicationName: 'aliado drill', statementTimeoutMs: 0 })
  try {
    await spoil?.(restored)
    const tables = compare(contents, await contentsOf(restored))
    const faults = [
      ...tables.filter(({ same }) => !same).map(({ table }) => `The rows of ${table} are not those of the snapshot.`),
      // A limit may have been lowered under what had been used.
      ...Object.keys(await brokenInvariants(restored, { limitsWereLowered: true })).map((name) => `Broken: ${name}.`),
      ...(await exhaustedSequences(restored)).map((column) => `The next ${column} is taken already.`),
    ]
    const read = await readIdentifications(restored, dataKey, faults)
    signal.throwIfAborted()
    await serve(restored, restoredUrl, shop, options).catch((error: unknown) => {
      faults.push(`It does not serve: ${error instanceof Error ? error.message : String(error)}`)
    })
    return { ...dumped, bytes: made.bytes, tables, restoreMs, identificationsRead: read, faults }
  } finally {
    await restored.end({ timeout: 5 })
  }
}

/** A backup without its key is none. */
async function readIdentifications(restored: Sql, dataKey: DataKeys | string, faults: string[]): Promise<number> {
  const keys = deriveIdentificationKeys(dataKey)
  const rows = await restored<{ typeId: number; hmac: Buffer; ciphertext: Buffer; generation: number }[]>`
    select identification_type_id as "typeId", identification_hmac as hmac, identification_ciphertext as ciphertext,
      key_generation as generation
    from collaborators where erased_at is null order by id desc limit ${identificationsRead}`
  try {
    for (const { typeId, hmac, ciphertext, generation } of whole(rows)) {
      const identification = decryptIdentification(keys, ciphertext, generation)
      if (!hmacIdentification(ofGeneration(keys, generation), typeId, identification).equals(hmac)) throw new Error()
    }
  } catch {
    faults.push('DATA_KEY does not read the identifications.')
  }
  return rows.length
}

/** The service starts on it, becomes ready, and knows a collaborator. */
async function serve(
  restored: Sql,
  restoredUrl: string,
  shop: DrillShop | undefined,
  { dataKey, api: program }: DrillOptions,
): Promise<void> {
  await confirmDataKey(restoredUrl, dataKey)
  // The key that the drill sold with is in the dump. Without one, a shop is made in the copy, which only the drill uses.
  const { apiKey, identificationTypeId, identifications } = shop ?? (await openDrillShop(restored, dataKey))
  const api = await startApiProcess(restoredUrl, dataKey, program)
  try {
    const client = new AliadoClient(api.url, { apiKey })
    const person = { identificationTypeId, identification: identifications[0] ?? '' }
    const { eligible } = await client.eligibility(person)
    if (!eligible) throw new Error('a collaborator is not recognised.')
  } finally {
    await api.stop()
  }
}

async function createDatabase(source: Sql, name: string): Promise<void> {
  try {
    await source`create database ${source(name)} template template0`
  } catch (error) {
    if (!(error instanceof postgres.PostgresError && error.code === '42501')) throw error
    throw new Error('The drill restores into a new database: its role needs CREATEDB (docs/operations.md).', {
      cause: error,
    })
  }
}

function urlOf(databaseUrl: string, database: string): string {
  return rewriteDatabaseAddress(databaseUrl, (url) => {
    url.pathname = `/${database}`
  })
}
