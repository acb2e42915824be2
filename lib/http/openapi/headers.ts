import * as z from 'zod'

/** The headers of answers, each under its own name among the components. */
export const responseHeaders = {
  'X-Request-Id': {
    required: true,
    description: 'Identifies the call in the log. A well-formed one that you send is echoed.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    example: 'req_3k9x0z5w2m7c6b1t4r8q',
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the answer to an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Link: {
    required: true,
    description: 'Where the code is explained, as `help` (RFC 8288).',
    schema: {
      type: 'string',
      pattern: String.raw`^\x3chttps?://[^\x3e]+/developers/errors/[a-z_]+\x3e; rel="help"$`,
    },
  },
  'Retry-After': {
    required: true,
    description: 'Seconds to wait before the same call is sent again.',
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example: 1,
  },
  'RateLimit-Policy': {
    required: true,
    description:
      'The rule that refused, in quotes: `default` of all calls, `eligibility-misses` of those that found no benefits, `token-failures` of wrong client secrets.',
    schema: { type: 'string', pattern: '^"[a-z-]+";q=\\d+;w=\\d+$' },
    example: '"default";q=200;w=10',
  },
  RateLimit: {
    required: true,
    description: 'What the rule has left, and in how many seconds it grants again.',
    schema: { type: 'string', pattern: '^"[a-z-]+";r=\\d+;t=\\d+$' },
    example: '"default";r=0;t=1',
  },
  Allow: {
    required: true,
    description: 'The methods of the path.',
    schema: { type: 'string', pattern: '^[A-Z]+(?:, [A-Z]+)*$' },
    example: 'POST',
  },
  'WWW-Authenticate': {
    description:
      'With every 401, and with 403 for a permission that is missing (RFC 6750, section 3; RFC 6749, section 5.2).',
    schema: { type: 'string' },
    example: 'Bearer realm="aliado"',
  },
  'Accept-Encoding': {
    description: '`identity`, when the body came in a content coding.',
    schema: { type: 'string', const: 'identity' },
    example: 'identity',
  },
} as const

export type ResponseHeader = keyof typeof responseHeaders

/** The headers of an answer: the request id, and its own. */
export const headersNamed = (...names: ResponseHeader[]) =>
  Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` as const }]),
  )

const requestId = z
  .string()
  .optional()
  .meta({
    param: { id: 'X-Request-Id' },
    description:
      'Your own id of the call, 1 to 64 of `A-Za-z0-9._-`: echoed and kept in the log. Ill-formed it is replaced by one of ours.',
    example: 'caja-03.000123',
  })

/** D58. */
const terminalId = z
  .string()
  .optional()
  .meta({
    param: { id: 'X-Terminal-Id' },
    description:
      'Which till this is: 1 to 64 of `A-Za-z0-9._:-`, unique in the merchant and always the same for one till. The office shows each till by it. It is no secret, proves nothing and never changes an answer; ill-formed it is ignored.',
    example: 'CENTRO-CAJA-01',
  })

const acceptLanguage = z
  .string()
  .optional()
  .meta({
    param: { id: 'Accept-Language' },
    description: 'Titles and messages are in Spanish, or in English when it is preferred.',
    example: 'es',
  })

const idempotencyKey = z.string().meta({
  param: { id: 'Idempotency-Key' },
  description:
    'A UUID made once per operation: one for the apply of a sale, another for its consumption. Keep it with the sale and send it again with every retry. The same key with the same body answers the same and does nothing twice.',
  format: 'uuid',
  pattern: '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
  example: '7b0f5f0e-2f5c-4a52-9b0c-6a8d3c1f2e4d',
})

/** The headers of a call. */
export const callHeaders = (isIdempotent: boolean) =>
  z.object({
    ...(isIdempotent ? { 'Idempotency-Key': idempotencyKey } : {}),
    'X-Terminal-Id': terminalId,
    'X-Request-Id': requestId,
    'Accept-Language': acceptLanguage,
  })

/** The headers of a request for a token, whose answers are in one language. */
export const tokenHeaders = z.object({ 'X-Terminal-Id': terminalId, 'X-Request-Id': requestId })
