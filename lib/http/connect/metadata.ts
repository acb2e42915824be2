import { credentialPermissions } from '@/lib/credentials/permissions'
import { commonHeaders } from '../envelope'
import { issuerAt } from '../issuer'
import { requestIdOf } from '../request-id'
import { service } from '../service'

/** Server metadata (RFC 8414). It names the address that was asked, where that is one of ours (ADR-0024), and only what works. */
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
