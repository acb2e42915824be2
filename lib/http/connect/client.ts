import { findOAuthClient, type OAuthClientRow } from '@/db/queries/tills/credentials'
import { isAllowedFrom } from '@/lib/credentials/allowed-addresses'
import { authenticateClient } from '@/lib/credentials/authenticate-client'
import type { Refusal } from '@/lib/credentials/calls'
import { digest } from '@/lib/credentials/secret'
import { isWellFormedClientId } from '@/lib/credentials/shape'
import { refusalHeaders } from '@/lib/rate-limit/bucket'
import { clientAddress } from '../address'
import { originOf } from '../call'
import { invalidClient, OAuthFault, type PresentedClient, readClient } from '../oauth'
import type { OAuthRequest } from './endpoint'

/** Failures per client and address; successes never count: fifty tills sit behind one address (D56). */
const failureRule = { name: 'token-failures', perMinute: 10, burst: 10 }

/** The client that the request presents. It is known by name alone until its secret has been compared. */
export function presentedClient({ request, form, call }: OAuthRequest): PresentedClient {
  const presented = readClient(request.headers.get('authorization'), form)
  if (isWellFormedClientId(presented.clientId)) call.caller = { kind: 'oauth_client', name: presented.clientId }
  return presented
}

/**
 * The client, if its secret is right and it is accepted from there (ADR-0041). Throws `invalid_client`, with 429 when that client and
 * address have failed too often. `find` reads the client.
 */
export async function authenticateOrCount(
  asked: OAuthRequest,
  presented: PresentedClient,
  find: Parameters<typeof authenticateClient>[1] = (clientId) => findOAuthClient(asked.shared.db, clientId),
): Promise<OAuthClientRow> {
  const { request, shared, line, call } = asked
  const { client, refusal } = await authenticateClient(presented, find)
  // A right secret is never refused: nobody can lock a shop's tills out by guessing at their client.
  if (client) {
    call.caller = { kind: 'oauth_client', id: client.id, merchantId: client.merchantId }
    line.merchantId = client.merchantId
    line.credential = `oauth_client:${client.id}`
    const credential = { kind: 'oauth_client', id: client.id } as const
    call.actor = { merchantId: client.merchantId, credential, inSandbox: client.inSandbox }
    if (!isAllowedFrom(client.allowedAddresses, () => clientAddress(request, shared.env))) {
      noteRefusal(asked, { caller: call.caller, reason: 'address_not_allowed' })
      throw invalidClient()
    }
    return client
  }
  if (refusal) noteRefusal(asked, refusal)
  const address = clientAddress(request, shared.env) ?? 'unknown'
  // A digest, because a client that mixes up the two fields sends its secret as the id.
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

/** Records a refusal for the merchant to see. Token requests are not counted among a client's calls (D55). */
export function noteRefusal({ operation, request, shared, line, call }: OAuthRequest, refusal: Refusal): void {
  call.reason = refusal.reason
  shared.calls.refuse(refusal, {
    operation: `POST ${operation.path}`,
    address: clientAddress(request, shared.env),
    userAgent: request.headers.get('user-agent'),
    requestId: line.requestId,
    isCall: false,
  })
  shared.terminals.refuse(refusal, originOf(shared, request), `POST ${operation.path}`, false)
}
