import { createHmac } from 'node:crypto'
import { connect } from '@/db/client'
import { theOnly } from '@/db/rows'

/**
 * Binds a database to the DATA_KEY that first served it, and throws when another one comes: under another key every known
 * collaborator would be unknown at the till, and a load would insert everybody a second time.
 */
export async function confirmDataKey(databaseUrl: string, dataKey: string): Promise<void> {
  const digest = createHmac('sha256', Buffer.from(dataKey, 'base64')).update('aliado data key v1').digest()
  const sql = connect(databaseUrl, { poolMax: 1, applicationName: 'aliado start', statementTimeoutMs: 10_000 })
  try {
    await sql`insert into installation (data_key_digest) values (${digest}) on conflict do nothing`
    const rows = await sql<{ bound: Buffer }[]>`select data_key_digest as bound from installation`
    if (!theOnly(rows).bound.equals(digest)) {
      throw new Error(
        'DATA_KEY is not the one to which this database belongs. Give the original key; nothing was changed.',
      )
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
