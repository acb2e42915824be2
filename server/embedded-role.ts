import postgres from 'postgres'
import { isThere } from '@/db/rows'
import { keptSecret } from './kept-secret'

const role = 'aliado_app'

/**
 * The address of an embedded database for the processes that serve. Its role is made when first needed and may do nothing yet
 * (db/roles.sql). The role's password is kept in `directory`, beside the owner's.
 */
export async function servingAddress(ownerUrl: string, directory: string): Promise<string> {
  const password = await keptSecret(directory, 'postgres-app-password', 'hex')
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    const known = await sql`select from pg_roles where rolname = ${role}`
    // A statement that makes a role takes no parameters; the password is of hex digits alone.
    if (!isThere(known)) await sql.unsafe(`create role ${role} login password '${password}'`).catch(unlessItExists)
  } finally {
    await sql.end({ timeout: 5 })
  }
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return url.href
}

/** Another process made it meanwhile: `duplicate_object`, or a violation of the unique index of names. */
function unlessItExists(error: unknown): void {
  if (!(error instanceof postgres.PostgresError && ['42710', '23505'].includes(error.code))) throw error
}
