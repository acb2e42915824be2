import { createHash } from 'node:crypto'
import { commonHeaders } from '@/lib/http/envelope'
import { requestIdOf } from '@/lib/http/request-id'
import { service } from '@/lib/http/service'
import { openApiDocument } from './document'

/** The forms of the document: its media type (RFC 8259, RFC 9512), and how it is written. */
const forms = {
  json: { type: 'application/json; charset=utf-8', write: async (document: object) => JSON.stringify(document) },
  yaml: {
    type: 'application/yaml',
    write: async (document: object) => (await import('./as-yaml')).asYaml(document),
  },
} as const

/** `GET /api/v1/openapi.json` and `.yaml`: public, the same for everybody. */
export function openApiResponse(form: keyof typeof forms): (request: Request) => Promise<Response> {
  const { type, write } = forms[form]
  let served: { text: string; etag: string } | undefined
  return async (request) => {
    if (!served) {
      const text = await write(openApiDocument(service().env))
      served = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
    }
    const headers = {
      ...commonHeaders(requestIdOf(request)),
      'Content-Type': type,
      'Cache-Control': 'public, max-age=300',
      ETag: served.etag,
    }
    if (request.headers.get('if-none-match') === served.etag) return new Response(null, { status: 304, headers })
    return new Response(served.text, { status: 200, headers })
  }
}
