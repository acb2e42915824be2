import { canary } from '../fixtures/canaries'
import { apiUrl, callWith } from './integrations-desk'

export const byToken = (token: string) => callWith({ Authorization: `Bearer ${token}`, 'User-Agent': 'ERP/7' })

/** A token request: its status, and the token if there is one. */
export async function askToken(client: { clientId: string; clientSecret: string }) {
  const answer = await fetch(`${apiUrl()}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  return { status: answer.status, token: token === undefined ? '' : canary(token) }
}
