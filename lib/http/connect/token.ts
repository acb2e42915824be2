import type { OAuthClientRow } from '@/db/queries/tills/credentials'
import { findAndIssue, issueToken } from '@/lib/credentials/issue-token'
import type { Secret } from '@/lib/credentials/secret'
import { originOf } from '../call'
import { grantScope, invalidClient, invalidRequest, OAuthFault, scopesOf } from '../oauth'
import { isForeign, type Refused, staging } from '../staging'
import { authenticateOrCount, noteRefusal, presentedClient } from './client'
import { type OAuthRequest, oauthEndpoint, Staged } from './endpoint'

/** `POST /connect/token` (RFC 6749, 4.4; contract, 5; D50). */
export const issueTokenEndpoint = oauthEndpoint({
  id: 'issueToken',
  path: '/connect/token',
  count: (metrics, error) => metrics.tokenRequest(error),
  async answer(asked) {
    const { request, form, shared } = asked
    const presented = presentedClient(asked)
    const grantType = form.get('grant_type')
    if (grantType === undefined) throw invalidRequest('grant_type is missing.')
    if (grantType !== 'client_credentials')
      throw new OAuthFault('unsupported_grant_type', 400, 'Use client_credentials.')
    const ttlSeconds = shared.env.ACCESS_TOKEN_TTL_SECONDS
    const scopes = scopesOf(form.get('scope'))
    let issued: Secret | undefined
    const client = await authenticateOrCount(
      asked,
      presented,
      scopes === undefined
        ? undefined
        : async (clientId, secretHash) => {
            const found = await findAndIssue(shared.db, clientId, secretHash, scopes, ttlSeconds)
            issued = found.accessToken
            return found.client
          },
    )
    const instead = await stagedInstead(asked)
    if (instead !== undefined) return instead
    const permissions = grantOrNote(asked, client)
    const accessToken = issued ?? (await issueToken(shared.db, client, permissions, ttlSeconds))
    if (!accessToken) throw invalidClient()
    const origin = originOf(shared, request)
    const { address, userAgent } = origin
    shared.lastUses.record({ kind: 'oauth_client_token', credentialId: client.id, at: new Date(), address, userAgent })
    shared.terminals.token({ kind: 'oauth_client', id: client.id, merchantId: client.merchantId }, origin)
    return {
      access_token: accessToken.reveal(),
      token_type: 'Bearer',
      expires_in: ttlSeconds,
      scope: permissions.join(' '),
    }
  },
})

/** What is staged for a client in the test environment: answered here, or done to the answer. Throws what refuses it. */
async function stagedInstead({ operation, request, shared, line, call }: OAuthRequest): Promise<Staged | undefined> {
  if (call.actor === undefined) return undefined
  const entering = { shared, operation: operation.id, request, actor: call.actor, input: undefined }
  const scene = await staging()?.enter(entering)
  if (scene === undefined) return undefined
  call.scene = scene
  line.staged = scene.staged
  if (scene.instead && isForeign(scene.instead)) {
    line.faultCode = 'bad_gateway'
    return new Staged(scene.instead)
  }
  if (scene.instead) throw asOAuth(scene.instead)
  return undefined
}

/** A refusal of the integration API as this endpoint has it. */
function asOAuth({ code, headers }: Refused): OAuthFault {
  switch (code) {
    case 'rate_limited':
      return new OAuthFault('temporarily_unavailable', 429, 'Wait as Retry-After says.', headers)
    case 'service_unavailable':
      return new OAuthFault('temporarily_unavailable', 503, 'Try again in a moment.', headers)
    case 'internal_error':
      return new OAuthFault('server_error', 500, 'An unexpected error occurred.')
    default:
      return invalidClient()
  }
}

function grantOrNote(asked: OAuthRequest, { id, merchantId, permissions }: OAuthClientRow): string[] {
  try {
    return grantScope(asked.form.get('scope'), permissions)
  } catch (error) {
    noteRefusal(asked, { caller: { kind: 'oauth_client', id, merchantId }, reason: 'permission_missing' })
    throw error
  }
}
