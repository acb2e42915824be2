import * as z from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi'
import type { Env } from '@/lib/env'
import { type Operation, operations } from '@/lib/http/operations'
import { assert } from '@/lib/kernel/assert'
import type { FaultCode } from '@/lib/kernel/fault'
import { openApiAuthorization } from './authorization'
import { openApiExamples } from './examples'
import { callHeaders, headersNamed, responseHeaders } from './headers'
import { links, linksFrom } from './links'
import { refusalsByStatus } from './refusals'

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

const message = z.object({ message: z.string() }).meta({ id: 'Message' })

/** The name of a resource in the document, or of what there is a list of. */
function resourceOf(value: z.ZodType): string {
  const name = (value instanceof z.ZodArray ? z.globalRegistry.get(value.element) : value.meta())?.id
  assert(name !== undefined, 'every value of an operation has a name in the document')
  return name
}

/** Verbs that answer the same share an envelope, which makes one component of it. */
const envelopes = new Map<string, z.ZodType>()

function envelopeOf({ value, meta }: Operation): z.ZodType {
  const id = `${resourceOf(value)}${meta ? 'Page' : value instanceof z.ZodArray ? 'ListEnvelope' : 'Envelope'}`
  const made =
    envelopes.get(id) ??
    z.object({ title: z.string(), messages: z.array(message), value, meta: meta ?? z.null() }).meta({ id })
  envelopes.set(id, made)
  return made
}

const successOf = (operation: Operation): ZodOpenApiResponseObject => ({
  description: operation.title.en,
  headers: headersNamed(...(operation.idempotent ? (['Idempotent-Replayed'] as const) : [])),
  content: { 'application/json': { schema: envelopeOf(operation), examples: openApiExamples(operation.id).answers } },
  links: linksFrom(operation.id),
})

const operationOf = (operation: Operation): ZodOpenApiOperationObject => ({
  operationId: operation.id,
  summary: operation.summary,
  description: operation.description,
  tags: ['Integrations'],
  security: [{ apiKey: [] }, { oauth2: operation.permission === null ? [] : [operation.permission] }],
  requestParams: {
    header: callHeaders(operation.idempotent === true),
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
})

/** What of an installation stands in its document. */
export type Installation = Pick<
  Env,
  'PUBLIC_API_URL' | 'PUBLIC_OFFICE_URL' | 'SERVICE_ENVIRONMENT' | 'OTHER_API_URL' | 'INTEGRATORS_EMAIL'
>

const environments = { test: 'Test', production: 'Production' } as const

/** This installation first, and the other environment where its operator names it. */
function serversOf({ PUBLIC_API_URL, OTHER_API_URL, SERVICE_ENVIRONMENT }: Installation) {
  const other = SERVICE_ENVIRONMENT === 'test' ? environments.production : environments.test
  return [
    { url: PUBLIC_API_URL, description: environments[SERVICE_ENVIRONMENT] },
    ...(OTHER_API_URL === undefined ? [] : [{ url: OTHER_API_URL, description: other }]),
  ]
}

/** The OpenAPI 3.1 document of the whole service, from the schemas that the routes themselves use. */
export function openApiDocument(installation: Installation) {
  const { PUBLIC_API_URL, PUBLIC_OFFICE_URL, INTEGRATORS_EMAIL } = installation
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const operation of Object.values(operations)) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: operationOf(operation) }
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Aliado: Merchant Benefits Integration API',
        version: '0.1.0',
        description:
          'Recognise a collaborator at the till, reserve the discount, and confirm the consumption once the purchase is paid. Call it from a server, never from a browser. Amounts are Dominican pesos (DOP) with two decimals. Fields of answers, codes and other values may be added within the version: pass over those that you do not know. `x-error-codes` of an answer lists the codes that it may have; the examples of `invalid_request` are the rules that the schemas cannot say. A validator that divides in binary needs a precision to check `multipleOf` (Ajv: `multipleOfPrecision`).',
        contact: {
          name: 'Aliado',
          url: PUBLIC_OFFICE_URL,
          ...(INTEGRATORS_EMAIL === undefined ? {} : { email: INTEGRATORS_EMAIL }),
        },
        license: { name: 'Proprietary', url: PUBLIC_OFFICE_URL },
      },
      externalDocs: {
        description: 'Guides, every code with what to do, and all of it as Markdown.',
        url: `${PUBLIC_OFFICE_URL}/developers`,
      },
      servers: serversOf(installation),
      tags: [
        { name: 'Authorization', description: 'Access tokens for OAuth 2.0 clients.' },
        { name: 'Integrations', description: 'Called by the merchant’s own system at the moment of the sale.' },
      ],
      paths: { ...paths, ...openApiAuthorization.paths },
      components: {
        headers: responseHeaders,
        links,
        securitySchemes: openApiAuthorization.securitySchemes(PUBLIC_API_URL),
      },
    },
    // D62: answers may have more fields one day.
    {
      override: ({ jsonSchema, io }) => {
        if (io === 'output') delete jsonSchema.additionalProperties
      },
    },
  )
}
