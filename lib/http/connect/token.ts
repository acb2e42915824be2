import type { OAuthClientRow } from '@/db/queries/tills/credentials'
import { issueToken } from '@/lib/credentials/issue-token'
import { originOf } from '../call'
import { grantScope, invalidClient, invalidRequest, OAuthFault } from '../oauth'
import { authenticateOrCount, noteRefusal, presentedClient } from './client'
import { type OAuthRequest, oauthEndpoint } from './endpoint'

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
    const client = await authenticateOrCount(asked, presented)
    const permissions = grantOrNote(asked, client)
    const ttlSeconds = shared.env.ACCESS_TOKEN_TTL_SECONDS
    const accessToken = await issueToken(shared.db, client, permissions, ttlSeconds)
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

function grantOrNote(asked: OAuthRequest, { id, merchantId, permissions }: OAuthClientRow): string[] {
  try {
    return grantScope(asked.form.get('scope'), permissions)
  } catch (error) {
    noteRefusal(asked, { caller: { kind: 'oauth_client', id, merchantId }, reason: 'permission_missing' })
    throw error
  }
}
