import { connect } from '@/db/client'
import { theOnly } from '@/db/rows'
import { digestOfDataKey } from '@/lib/data-keys/digest'
import { type DataKeys, heldKeys } from '@/lib/kernel/data-keys'

type Bound = { readonly generation: number; readonly digest: Buffer; readonly oldDigest: Buffer | null }

/**
 * Binds a database to the DATA_KEY that first served it, and throws when other ones come: under another key every known
 * collaborator would be unknown at the till, and a load would insert everybody a second time. While `keys:rotate` is at work both keys
 * must come; once it has ended, the old one alone is refused (ADR-0060).
 */
export async function confirmDataKey(databaseUrl: string, given: DataKeys | string): Promise<void> {
  const [newest] = heldKeys(given)
  const sql = connect(databaseUrl, { poolMax: 1, applicationName: 'aliado start', statementTimeoutMs: 10_000 })
  try {
    await sql`
      insert into installation (data_key_digest, key_generation)
      values (${digestOfDataKey(newest.key)}, ${newest.generation}) on conflict do nothing`
    const rows = await sql<Bound[]>`
      select key_generation as generation, data_key_digest as digest, old_data_key_digest as "oldDigest" from installation`
    const fault = faultOf(given, theOnly(rows))
    if (fault !== undefined) throw new Error(`${fault} Nothing was changed.`)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function faultOf(given: DataKeys | string, { generation, digest, oldDigest }: Bound): string | undefined {
  const held = new Map(heldKeys(given).map((one) => [one.generation, digestOfDataKey(one.key)]))
  const present = held.get(generation)
  const [newest] = heldKeys(given)
  if (!present && newest.generation < generation) {
    return `DATA_KEY is of generation ${newest.generation}, which was given up: the database is of generation ${generation}. Give that key, and DATA_KEY_GENERATION=${generation}.`
  }
  if (!present?.equals(digest)) {
    return 'DATA_KEY is not the one to which this database belongs. Give the original key, or give it as DATA_KEY_OLD beside a new one.'
  }
  if (oldDigest && !held.get(generation - 1)?.equals(oldDigest)) {
    return 'The key of this database is being changed: give the one before as DATA_KEY_OLD until `npm run keys:rotate` has ended.'
  }
  return undefined
}
