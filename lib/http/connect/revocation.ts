import { revokeAccessToken } from '@/db/queries/tills/credentials'
import { digest } from '@/lib/credentials/secret'
import { readTokenToRevoke } from '../oauth'
import { authenticateOrCount, presentedClient } from './client'
import { oauthEndpoint } from './endpoint'

/**
 * `POST /connect/revocation` (RFC 7009). It answers 200 also for a token that is unknown or another client's; such a
 * token is not changed. Clients ignore the body (2.2), but some of them parse it as JSON first: it is an empty object.
 */
export const revokeTokenEndpoint = oauthEndpoint({
  id: 'revokeToken',
  path: '/connect/revocation',
  async answer(asked) {
    const client = await authenticateOrCount(asked, presentedClient(asked))
    const token = readTokenToRevoke(asked.form)
    if (token !== undefined) await revokeAccessToken(asked.shared.db, client.id, digest(token))
    return {}
  },
})
