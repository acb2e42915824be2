import { createHash } from 'node:crypto'
import { commonHeaders } from '@/lib/http/envelope'
import { requestIdOf } from '@/lib/http/request-id'
import { service } from '@/lib/http/service'
import { openApiDocument } from './document'

let served: { text: string; etag: string } | undefined

/** `GET /api/v1/openapi.json`: public, the same for everybody. */
export function openApiResponse(request: Request): Response {
  if (!served) {
    const text = JSON.stringify(openApiDocument(service().env))
    served = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  }
  const headers = { ...commonHeaders(requestIdOf(request)), 'Cache-Control': 'public, max-age=300', ETag: served.etag }
  if (request.headers.get('if-none-match') === served.etag) return new Response(null, { status: 304, headers })
  return new Response(served.text, { status: 200, headers })
}
