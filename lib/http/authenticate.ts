import type { Database } from '@/db/database'
import { findAccessToken, findApiKey } from '@/db/queries/credentials'
import type { Actor } from '@/lib/context'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import { digest, isWellFormedAccessToken, matchesHash, parseApiKey } from '@/lib/credentials/secret'
import { Fault } from '@/lib/kernel/fault'

const bearer = /^bearer +([^\s,]+)$/i

/**
 * The credential behind a request: `Authorization: Bearer` or `X-Api-Key` (D47), looked up on every call, never cached (D57).
 * Throws `credential_missing`; `credential_invalid`, the same for malformed, unknown, expired and revoked (D48);
 * `invalid_request` for both at once.
 */
export async function authenticate(db: Database, request: Request): Promise<Actor & { merchantEnabled: boolean }> {
  const authorization = request.headers.get('authorization')
  const apiKey = request.headers.get('x-api-key')
  if (authorization !== null && apiKey !== null) {
    throw new Fault('invalid_request', { problems: [{ problem: 'two_credentials' }] })
  }
  if (authorization !== null) return authenticateToken(db, authorization)
  if (apiKey !== null) return authenticateApiKey(db, apiKey)
  throw new Fault('credential_missing', { headers: { 'WWW-Authenticate': 'Bearer realm="aliado"' } })
}

/** RFC 6750, section 3. */
const invalid = () =>
  new Fault('credential_invalid', { headers: { 'WWW-Authenticate': 'Bearer realm="aliado", error="invalid_token"' } })

async function authenticateApiKey(db: Database, text: string) {
  const presented = parseApiKey(text.trim())
  if (!presented) throw invalid()
  const row = await findApiKey(db, presented.prefix)
  // In constant time, and against a dummy when the prefix is unknown (D52).
  if (!matchesHash(presented.secretText, row?.secretHash) || !row?.live) throw invalid()
  return actorOf('api_key', row)
}

async function authenticateToken(db: Database, header: string) {
  const token = bearer.exec(header.trim())?.[1]
  if (token === undefined || !isWellFormedAccessToken(token)) throw invalid()
  const row = await findAccessToken(db, digest(token).toString('hex'))
  if (!row) throw invalid()
  return actorOf('oauth_client', row)
}

const actorOf = (
  kind: Actor['credential']['kind'],
  row: { id: number; merchantId: number; permissions: string[]; merchantEnabled: boolean },
) => ({
  merchantId: row.merchantId,
  credential: { kind, id: row.id },
  permissions: row.permissions as CredentialPermission[],
  merchantEnabled: row.merchantEnabled,
})

/** Throws `permission_missing` or `merchant_disabled` (contract, 5; D48). */
export function authorize(actor: Actor & { merchantEnabled: boolean }, permission: CredentialPermission): void {
  if (!actor.permissions.includes(permission)) {
    throw new Fault('permission_missing', {
      headers: { 'WWW-Authenticate': `Bearer realm="aliado", error="insufficient_scope", scope="${permission}"` },
    })
  }
  if (!actor.merchantEnabled) throw new Fault('merchant_disabled')
}
