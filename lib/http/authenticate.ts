import type { Database } from '@/db/database'
import { type AccessTokenRow, type ApiKeyRow, findAccessToken, findApiKey } from '@/db/queries/tills/credentials'
import type { PresentedApiKey, PresentedToken } from '@/db/queries/tills/openings'
import type { Actor } from '@/lib/context'
import { isAllowedFrom } from '@/lib/credentials/allowed-addresses'
import type { Refusal } from '@/lib/credentials/calls'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import { apiKeyPrefix, digest, isSameHash, isWellFormedAccessToken, parseApiKey } from '@/lib/credentials/secret'
import { Fault, type FaultCode } from '@/lib/kernel/fault'
import type { MerchantLimits } from '@/lib/policies/policies'
import type { PresentedAs } from '@/lib/rate-limit/known-callers'
import { clientAddress, type Proxies } from './address'
import type { ApiRequest } from './exchange'
import { lacking, twoCredentials } from './refusals'

const bearer = /^bearer +([^\s,]+)$/i

export type Authenticated = Actor & {
  readonly merchantEnabled: boolean
  /** Something is armed for the credential in the test environment, or a certification runs. */
  readonly inSandbox: boolean
  readonly limits: MerchantLimits
  readonly presentedAs: PresentedAs
  /** Of the access token that was presented, in hexadecimal. */
  readonly tokenDigest?: string
}

/** How the row of a credential is found. */
export type LookUp = {
  readonly apiKey: (presented: PresentedApiKey) => Promise<ApiKeyRow | undefined>
  readonly accessToken: (presented: PresentedToken) => Promise<AccessTokenRow | undefined>
}

/** By a statement of its own. */
export const lookUpIn = (db: Database): LookUp => ({
  apiKey: ({ prefix }) => findApiKey(db, prefix),
  accessToken: ({ tokenDigest }) => findAccessToken(db, tokenDigest),
})

/**
 * The credential behind a request: `Authorization: Bearer` or `X-Api-Key` (D47), looked up on every call, never cached (D57).
 * Throws, at once or later, `credential_missing`; `credential_invalid`, the same for malformed, unknown, expired and revoked (D48), and for one that
 * is not accepted from where the request comes (ADR-0041); `invalid_request` for both at once.
 */
export function authenticate(lookUp: LookUp, request: ApiRequest, proxies: Proxies): Promise<Authenticated> {
  const authorization = request.headers.get('authorization')
  const apiKey = request.headers.get('x-api-key')
  if (authorization !== null && apiKey !== null) {
    throw new Fault('invalid_request', { problems: [twoCredentials] })
  }
  const from = () => clientAddress(request, proxies)
  if (authorization !== null) return authenticateToken(lookUp, authorization, from)
  if (apiKey !== null) return authenticateApiKey(lookUp, apiKey, from)
  throw new Fault('credential_missing', { headers: { 'WWW-Authenticate': 'Bearer realm="aliado"' } })
}

/** A fault of a credential, with the refusal that its merchant may see. The answer to the caller is made of the fault alone. */
export class CredentialFault extends Fault {
  readonly refusal: Refusal

  constructor(code: FaultCode, refusal: Refusal, details: ConstructorParameters<typeof Fault>[1] = {}) {
    super(code, details)
    this.refusal = refusal
  }
}

/** RFC 6750, section 3. */
export const invalidHeaders = { 'WWW-Authenticate': 'Bearer realm="aliado", error="invalid_token"' }

const invalid = (refusal?: Refusal) =>
  refusal === undefined
    ? new Fault('credential_invalid', { headers: invalidHeaders })
    : new CredentialFault('credential_invalid', refusal, { headers: invalidHeaders })

/** The refusal names the prefix, whether or not a key with that prefix exists: both cases take the same work (D52). */
const refused = (prefix: string | undefined, reason: Refusal['reason']) =>
  invalid(prefix === undefined ? undefined : { caller: { kind: 'api_key', name: prefix }, reason })

async function authenticateApiKey(lookUp: LookUp, text: string, from: () => string | null) {
  const presented = parseApiKey(text.trim())
  if (!presented) throw refused(apiKeyPrefix(text.trim()), 'wrong_secret')
  const secretHash = digest(presented.secretText)
  const row = await lookUp.apiKey({ prefix: presented.prefix, secretHash })
  // In constant time, and against a dummy when the prefix is unknown (D52).
  const isRight = isSameHash(secretHash, row?.secretHash)
  if (!row || !isRight || row.endReason !== null)
    throw refused(presented.prefix, (isRight && row?.endReason) || 'wrong_secret')
  if (!isAllowedFrom(row.allowedAddresses, from)) throw refused(presented.prefix, 'address_not_allowed')
  return actorOf('api_key', row, { name: presented.prefix, secretHash })
}

async function authenticateToken(lookUp: LookUp, header: string, from: () => string | null) {
  const token = bearer.exec(header.trim())?.[1]
  if (token === undefined || !isWellFormedAccessToken(token)) throw invalid()
  const tokenDigest = digest(token).toString('hex')
  const row = await lookUp.accessToken({ tokenDigest })
  if (!row) throw invalid()
  const { id, merchantId, endReason, allowedAddresses } = row
  const caller = { kind: 'oauth_client', id, merchantId } as const
  if (endReason !== null) throw invalid({ caller, reason: endReason })
  if (!isAllowedFrom(allowedAddresses, from)) throw invalid({ caller, reason: 'address_not_allowed' })
  return Object.assign(actorOf('oauth_client', row, { name: tokenDigest }), { tokenDigest })
}

const actorOf = (
  kind: Actor['credential']['kind'],
  row: {
    id: number
    merchantId: number
    permissions: string[]
    merchantEnabled: boolean
    inSandbox: boolean
    limits: MerchantLimits
  },
  presentedAs: PresentedAs,
) => ({
  merchantId: row.merchantId,
  credential: { kind, id: row.id },
  permissions: row.permissions as CredentialPermission[],
  merchantEnabled: row.merchantEnabled,
  limits: row.limits,
  inSandbox: row.inSandbox,
  presentedAs,
})

/** Throws `permission_missing`, which names the permission, or `merchant_disabled` (contract, 5; D48, D64). */
export function authorize(actor: Actor & { merchantEnabled: boolean }, permission: CredentialPermission | null): void {
  if (permission !== null && !actor.permissions.includes(permission)) {
    throw new CredentialFault('permission_missing', refusalOf(actor, 'permission_missing'), {
      headers: { 'WWW-Authenticate': `Bearer realm="aliado", error="insufficient_scope", scope="${permission}"` },
      problems: [lacking(permission)],
    })
  }
  if (!actor.merchantEnabled) throw new CredentialFault('merchant_disabled', refusalOf(actor, 'merchant_disabled'))
}

/** Why a call is refused although its credential was accepted. */
export const refusalOf = ({ merchantId, credential: { kind, id } }: Actor, reason: Refusal['reason']): Refusal => ({
  caller: { kind, merchantId, id },
  reason,
})
