import { type OAuthClientRow, revokeAccessToken } from '@/db/queries/tills/credentials'
import { authenticateClient } from '@/lib/credentials/authenticate-client'
import type { Refusal } from '@/lib/credentials/calls'
import { issueToken } from '@/lib/credentials/issue-token'
import { credentialPermissions } from '@/lib/credentials/permissions'
import { digest, isWellFormedClientId } from '@/lib/credentials/secret'
import { Fault } from '@/lib/kernel/fault'
import { refusalHeaders } from '@/lib/rate-limit/bucket'
import { clientAddress } from './address'
import { keepTokenRequest, type TokenCall } from './call'
import { DatabaseBudget } from './database-budget'
import { commonHeaders } from './envelope'
import { issuerAt } from './issuer'
import { describeError, type RequestLine } from './log'
import { grantScope, invalidClient, invalidRequest, OAuthFault, readClient, readForm, readTokenToRevoke } from './oauth'
import { isCoded, readBytes } from './read-body'
import { requestIdOf } from './request-id'
import { type Service, service } from './service'

const formBytesMax = 8 * 1024

/** Failures per client and address; successes never count: fifty tills sit behind one address (D56). */
const failureRule = { name: 'token-failures', perMinute: 10, burst: 10 }

/** `POST /connect/token` (RFC 6749, 4.4; contract, 5; D50). */
export const issueTokenEndpoint = oauthEndpoint('issueToken', async (request, form, shared, line, call) => {
  const presented = readClient(request.headers.get('authorization'), form)
  call.caller = callerNamed(presented.clientId)
  const grantType = form.get('grant_type')
  if (grantType === undefined) throw invalidRequest('grant_type is missing.')
  if (grantType !== 'client_credentials') throw new OAuthFault('unsupported_grant_type', 400, 'Use client_credentials.')
  const client = await authenticateOrCount(request, shared, line, call, presented)
  line.merchantId = client.merchantId
  line.credential = `oauth_client:${client.id}`
  const permissions = grantOrNote(request, shared, line, call, client, form.get('scope'))
  const ttlSeconds = shared.env.ACCESS_TOKEN_TTL_SECONDS
  const accessToken = await issueToken(shared.db, client, permissions, ttlSeconds)
  if (!accessToken) throw invalidClient()
  shared.lastUses.record({
    kind: 'oauth_client_token',
    credentialId: client.id,
    at: new Date(),
    address: clientAddress(request, shared.env),
    userAgent: request.headers.get('user-agent'),
  })
  return {
    access_token: accessToken.reveal(),
    token_type: 'Bearer',
    expires_in: ttlSeconds,
    scope: permissions.join(' '),
  }
})

/**
 * `POST /connect/revocation` (RFC 7009): 200 also for a token that is unknown or another client's, which stays as it is. Clients pass
 * over the body (2.2), but some of them read it as JSON first: it is an empty object.
 */
export const revokeTokenEndpoint = oauthEndpoint('revokeToken', async (request, form, shared, line, call) => {
  const presented = readClient(request.headers.get('authorization'), form)
  call.caller = callerNamed(presented.clientId)
  const client = await authenticateOrCount(request, shared, line, call, presented)
  line.merchantId = client.merchantId
  line.credential = `oauth_client:${client.id}`
  const token = readTokenToRevoke(form)
  if (token !== undefined) await revokeAccessToken(shared.db, client.id, digest(token))
  return {}
})

/** Server metadata (RFC 8414), of the address asked where it is one of ours (ADR-0024). Says only what works. */
export function describeAuthorizationServer(request: Request): Response {
  const issuer = issuerAt(request.headers.get('host'), service().env)
  const metadata = {
    issuer,
    token_endpoint: `${issuer}/connect/token`,
    revocation_endpoint: `${issuer}/connect/revocation`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: credentialPermissions,
  }
  return new Response(JSON.stringify(metadata), { status: 200, headers: commonHeaders(requestIdOf(request)) })
}

/** Known by name alone until the secret has been compared. */
const callerNamed = (clientId: string): TokenCall['caller'] =>
  isWellFormedClientId(clientId) ? { kind: 'oauth_client', name: clientId } : undefined

type Answering = (
  request: Request,
  form: ReadonlyMap<string, string>,
  shared: Service,
  line: RequestLine,
  call: TokenCall,
) => Promise<Record<string, unknown>>

function oauthEndpoint(operation: string, answer: Answering): (request: Request) => Promise<Response> {
  return async (request) => {
    const startedAt = performance.now()
    const line: RequestLine = { requestId: requestIdOf(request), operation }
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': line.requestId,
    }
    const call: TokenCall = { caller: undefined }
    let response: Response
    try {
      const form = await readFormOf(request)
      call.form = form
      const body = await new DatabaseBudget().for(answer(request, form, service(), line, call))
      response = new Response(JSON.stringify(body), { status: 200, headers })
    } catch (error) {
      const fault = toOAuthFault(error)
      line.faultCode = fault.error
      call.description = fault.description
      if (fault.status >= 500) line.fault = describeError(error instanceof Fault ? error.cause : error)
      const body = JSON.stringify({ error: fault.error, error_description: fault.description })
      response = new Response(body, { status: fault.status, headers: { ...headers, ...fault.headers } })
    }
    line.status = response.status
    line.ms = Math.round((performance.now() - startedAt) * 100) / 100
    service().request(line)
    keepTokenRequest(service(), call, line, request)
    return response
  }
}

/** The token endpoint's 405, in its own dialect. */
export function refuseMethod(request: Request): Response {
  return new Response(JSON.stringify({ error: 'invalid_request', error_description: 'Use POST.' }), {
    status: 405,
    headers: {
      Allow: 'POST',
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestIdOf(request),
    },
  })
}

async function readFormOf(request: Request): Promise<Map<string, string>> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw invalidRequest('Send application/x-www-form-urlencoded.')
  if (isCoded(request)) throw invalidRequest('Send the body without a content coding.')
  return readForm(Buffer.from(await readBytes(request, formBytesMax)).toString('utf8'))
}

/** Notes a refusal for its merchant's eyes. Token requests are not counted among a client's calls (D55). */
function note(request: Request, shared: Service, line: RequestLine, call: TokenCall, refusal: Refusal): void {
  call.reason = refusal.reason
  shared.calls.refuse(refusal, {
    operation: line.operation === 'issueToken' ? 'POST /connect/token' : 'POST /connect/revocation',
    address: clientAddress(request, shared.env),
    userAgent: request.headers.get('user-agent'),
    requestId: line.requestId,
    isCall: false,
  })
}

function grantOrNote(
  request: Request,
  shared: Service,
  line: RequestLine,
  call: TokenCall,
  { id, merchantId, permissions }: OAuthClientRow,
  asked: string | undefined,
): string[] {
  try {
    return grantScope(asked, permissions)
  } catch (error) {
    const caller = { kind: 'oauth_client', id, merchantId } as const
    note(request, shared, line, call, { caller, reason: 'permission_missing' })
    throw error
  }
}

async function authenticateOrCount(
  request: Request,
  shared: Service,
  line: RequestLine,
  call: TokenCall,
  presented: { clientId: string; clientSecret: string },
): Promise<OAuthClientRow> {
  const { client, refusal } = await authenticateClient(shared.db, presented)
  // A right secret is never refused: nobody can lock a shop's tills out by guessing at their client.
  if (client) {
    call.caller = { kind: 'oauth_client', id: client.id, merchantId: client.merchantId }
    return client
  }
  if (refusal) note(request, shared, line, call, refusal)
  const address = clientAddress(request, shared.env) ?? 'unknown'
  // A digest: who mixes up the two fields sends a secret as the id.
  const tried = digest(`${presented.clientId}|${address}`).toString('base64url')
  const verdict = await shared.limiter.take(failureRule, tried, 1)
  if (verdict.allowed) throw invalidClient()
  line.limitedBy = failureRule.name
  throw new OAuthFault(
    'invalid_client',
    429,
    'Too many failed attempts. Wait as Retry-After says.',
    refusalHeaders(failureRule, verdict),
  )
}

function toOAuthFault(error: unknown): OAuthFault {
  if (error instanceof OAuthFault) return error
  if (error instanceof Fault && error.code === 'service_unavailable') {
    return new OAuthFault('temporarily_unavailable', 503, 'Try again in a moment.', { ...error.headers })
  }
  if (error instanceof Fault && error.code === 'payload_too_large') {
    return new OAuthFault('invalid_request', 413, 'The body exceeds 8 KiB.', { ...error.headers })
  }
  if (error instanceof Fault && error.code === 'malformed_json') return invalidRequest('The body is incomplete.')
  return new OAuthFault('server_error', 500, 'An unexpected error occurred.')
}
