import { isWellFormedAccessToken } from '@/lib/credentials/secret'

/** Errors of RFC 6749, 5.2, and what HTTP adds. `description` is ASCII without quotes or backslash, as the RFC demands (D50). */
export class OAuthFault extends Error {
  readonly error: string
  readonly status: number
  readonly description: string
  readonly headers: Readonly<Record<string, string>>

  constructor(error: string, status: number, description: string, headers: Record<string, string> = {}) {
    super(error)
    this.name = 'OAuthFault'
    this.error = error
    this.status = status
    this.description = description
    this.headers = headers
  }
}

export const invalidRequest = (description: string, status = 400) =>
  new OAuthFault('invalid_request', status, description)

/** The same bytes for an unknown client, a wrong secret and a deleted client (D50). */
export const invalidClient = () =>
  new OAuthFault('invalid_client', 401, 'Client authentication failed.', { 'WWW-Authenticate': 'Basic realm="aliado"' })

/**
 * The parameters of a form: names that repeat are refused, and a parameter without a value counts as omitted (RFC 6749, 3.2).
 */
export function readForm(text: string): Map<string, string> {
  const form = new Map<string, string>()
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (seen.has(name)) throw invalidRequest('A parameter is repeated.')
    seen.add(name)
    if (value !== '') form.set(name, value)
  }
  return form
}

export type PresentedClient = { clientId: string; clientSecret: string }

/**
 * The client's credentials, from `Authorization: Basic` or from the body, never from both (RFC 6749, 2.3). Throws
 * `invalid_request` for both, `invalid_client` for none or for another scheme.
 */
export function readClient(authorization: string | null, form: ReadonlyMap<string, string>): PresentedClient {
  const clientId = form.get('client_id')
  const clientSecret = form.get('client_secret')
  if (authorization === null) {
    if (clientId === undefined || clientSecret === undefined) throw invalidClient()
    return { clientId, clientSecret }
  }
  if (clientSecret !== undefined) throw invalidRequest('Use one client authentication mechanism, not two.')
  const basic = readBasic(authorization)
  if (clientId !== undefined && clientId !== basic.clientId)
    throw invalidRequest('client_id differs from the authenticated client.')
  return basic
}

/** Basic values are form-encoded before they are joined (RFC 6749, 2.3.1). */
function readBasic(authorization: string): PresentedClient {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization.trim()) ?? []
  if (encoded === undefined) throw invalidClient()
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) throw invalidClient()
  try {
    return { clientId: formDecode(text.slice(0, colon)), clientSecret: formDecode(text.slice(colon + 1)) }
  } catch {
    throw invalidClient()
  }
}

const formDecode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

const scopeGrammar = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** The scopes asked for, each once; null when none is asked for, undefined when they are malformed. */
export function scopesOf(asked: string | undefined): string[] | null | undefined {
  if (asked === undefined) return null
  return scopeGrammar.test(asked) ? [...new Set(asked.split(' '))] : undefined
}

/** The scope asked for, or all that the client has when it asks for none; anything that it lacks is `invalid_scope` (D50). */
export function grantScope(asked: string | undefined, permissions: readonly string[]): string[] {
  const scopes = scopesOf(asked)
  if (scopes === null) return [...permissions]
  if (scopes === undefined) throw new OAuthFault('invalid_scope', 400, 'The scope is malformed.')
  if (scopes.some((scope) => !permissions.includes(scope))) {
    throw new OAuthFault('invalid_scope', 400, 'The client lacks a scope that was asked for.')
  }
  return scopes
}

/** The token of a revocation request (RFC 7009, 2.1); undefined when it cannot be one of ours. */
export function readTokenToRevoke(form: ReadonlyMap<string, string>): string | undefined {
  const token = form.get('token')
  if (token === undefined) throw invalidRequest('token is missing.')
  return isWellFormedAccessToken(token) ? token : undefined
}
