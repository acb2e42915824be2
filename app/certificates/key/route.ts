import { findSigningKey } from '@/lib/data-keys/find-signing-key'
import { dataKeysOf } from '@/lib/env'
import { publishedKey } from '@/lib/kernel/signing-key'
import { officeService } from '@/lib/web/office-service'

/** The public key of the evidence (ADR-0052): PEM, or JWK (RFC 7517) to who asks for JSON. */
export async function GET(request: Request): Promise<Response> {
  const { db, env } = officeService()
  const { pem, jwk } = publishedKey(await findSigningKey(db, dataKeysOf(env), 'aliado certificate signing v1'))
  const headers = { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' }
  const wantsJson = request.headers.get('accept')?.includes('json') === true
  if (wantsJson) return Response.json(jwk, { headers: { ...headers, 'Content-Type': 'application/jwk+json' } })
  return new Response(pem, { headers: { ...headers, 'Content-Type': 'application/x-pem-file' } })
}
