import { createHash } from 'node:crypto'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi'
import { commonHeaders } from '@/lib/http/envelope'
import { type Operation, operations } from '@/lib/http/operations'
import { requestIdOf } from '@/lib/http/request-id'
import { service } from '@/lib/http/service'
import type { FaultCode } from '@/lib/kernel/fault'
import { openApiAuthorization } from './authorization'
import { openApiExamples } from './examples'
import { refusalsByStatus, requestIdHeader } from './refusals'
import { terminalHeader } from './terminal'

/** What every operation may answer (D9). */
const faultsOfAll: readonly FaultCode[] = [
  'invalid_request',
  'credential_missing',
  'credential_invalid',
  'permission_missing',
  'merchant_disabled',
  'method_not_allowed',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]
const faultsOfBodies: readonly FaultCode[] = ['malformed_json', 'payload_too_large', 'unsupported_media_type']
const faultsOfIdempotent: readonly FaultCode[] = [
  'idempotency_key_missing',
  'idempotency_key_invalid',
  'idempotency_key_reused',
]

/** Every code that an operation may answer, each once. */
export const faultsOf = (operation: Operation): FaultCode[] => [
  ...new Set([
    ...faultsOfAll.filter((code) => code !== 'permission_missing' || operation.permission !== null),
    ...(operation.body ? faultsOfBodies : []),
    ...(operation.idempotent ? faultsOfIdempotent : []),
    ...operation.faults,
  ]),
]

const replayedHeader = {
  'Idempotent-Replayed': {
    description: '`true` when this is the answer to an earlier call.',
    schema: { type: 'string', pattern: '^true$' },
  },
} as const

function successOf(operation: Operation): ZodOpenApiResponseObject {
  return {
    description: operation.summary.en,
    headers: { ...requestIdHeader, ...(operation.idempotent ? replayedHeader : {}) },
    content: {
      'application/json': {
        schema: z.object({
          title: z.string(),
          messages: z.array(z.object({ message: z.string() })),
          value: operation.value,
          meta: operation.meta ?? z.null(),
        }),
        examples: openApiExamples(operation.id).answers,
      },
    },
  }
}

const idempotencyKeyHeader = z.string().meta({
  description:
    'A UUID made once per operation: one for the apply of a sale, another for its consumption. Keep it with the sale and send it again with every retry. The same key with the same body answers the same and does nothing twice.',
  example: '7b0f5f0e-2f5c-4a52-9b0c-6a8d3c1f2e4d',
})

function operationOf(operation: Operation): ZodOpenApiOperationObject {
  return {
    operationId: operation.id,
    summary: operation.summary.en,
    description: operation.description,
    tags: ['Integrations'],
    security: [{ apiKey: [] }, { oauth2: operation.permission === null ? [] : [operation.permission] }],
    requestParams: {
      header: z.object({
        ...(operation.idempotent ? { 'Idempotency-Key': idempotencyKeyHeader } : {}),
        'X-Terminal-Id': terminalHeader,
        'Accept-Language': z.string().optional().meta({
          description: 'Titles and messages are in Spanish, or in English when it is preferred.',
          example: 'es',
        }),
      }),
      ...(operation.query ? { query: operation.query } : {}),
    },
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: operation.body, examples: openApiExamples(operation.id).bodies } },
          },
        }
      : {}),
    responses: {
      [`${operation.status}`]: successOf(operation),
      ...refusalsByStatus(operation, faultsOf(operation)),
    },
  }
}

/** The OpenAPI 3.1 document of the whole service, from the schemas that the routes themselves use. */
export function openApiDocument(apiUrl: string) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const operation of Object.values(operations)) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: operationOf(operation) }
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Aliado: Merchant Benefits Integration API',
      version: '0.1.0',
      description:
        'Recognise a collaborator at the till, reserve the discount, and confirm the consumption once the purchase is paid. Call it from a server, never from a browser. Amounts are Dominican pesos (DOP) with two decimals.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: apiUrl }],
    tags: [
      { name: 'Integrations', description: 'Called by the merchant’s own system at the moment of the sale.' },
      { name: 'Authorization', description: 'Access tokens for OAuth 2.0 clients.' },
    ],
    paths: { ...paths, ...openApiAuthorization.paths },
    components: { securitySchemes: openApiAuthorization.securitySchemes(apiUrl) },
  })
}

let served: { text: string; etag: string } | undefined

/** `GET /api/v1/openapi.json`: public, the same for everybody. */
export function openApiResponse(request: Request): Response {
  if (!served) {
    const text = JSON.stringify(openApiDocument(service().env.PUBLIC_API_URL))
    served = { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  }
  const headers = { ...commonHeaders(requestIdOf(request)), 'Cache-Control': 'public, max-age=300', ETag: served.etag }
  if (request.headers.get('if-none-match') === served.etag) return new Response(null, { status: 304, headers })
  return new Response(served.text, { status: 200, headers })
}
