import * as z from 'zod'
import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi'
import { headersNamed, type ResponseHeader, tokenHeaders } from './headers'
import { linksFrom } from './links'
import { headersRefused } from './refusals'

const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_scope',
  'unsupported_grant_type',
  'server_error',
  'temporarily_unavailable',
] as const

/** RFC 6749, 5.2. */
const oauthError = z
  .object({ error: z.enum(oauthErrors), error_description: z.string() })
  .meta({ id: 'OAuthError', description: 'Every answer of the token endpoint that is not 2xx (RFC 6749, 5.2).' })

type OAuthRefusal = [error: (typeof oauthErrors)[number], errorDescription: string]

const refusedWith = (
  description: string,
  headers: readonly ResponseHeader[],
  refusals: readonly OAuthRefusal[],
): ZodOpenApiResponseObject => ({
  description,
  headers: headersNamed(...headers),
  content: {
    'application/json': {
      schema: oauthError,
      examples: Object.fromEntries(
        refusals.map(([error, errorDescription], i) => [
          refusals.findIndex(([one]) => one === error) === i ? error : `${error}.${i}`,
          { value: { error, error_description: errorDescription } },
        ]),
      ),
    },
  },
  'x-error-codes': [...new Set(refusals.map(([error]) => error))],
})

const shared = (id: string, ...refusal: Parameters<typeof refusedWith>) => ({ id, ...refusedWith(...refusal) })

/** What both endpoints refuse. */
const refused = {
  401: shared(
    'OAuthUnauthorized',
    'The client is unknown or deleted, or the secret is another.',
    ['WWW-Authenticate'],
    [['invalid_client', 'Client authentication failed.']],
  ),
  405: shared('OAuthMethodNotAllowed', 'Another method than POST.', ['Allow'], [['invalid_request', 'Use POST.']]),
  413: shared('OAuthPayloadTooLarge', 'The body is too large.', [], [['invalid_request', 'The body exceeds 8 KiB.']]),
  429: shared(
    'OAuthRateLimited',
    'Too many failed attempts.',
    ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
    [['invalid_client', 'Too many failed attempts. Wait as Retry-After says.']],
  ),
  431: headersRefused,
  500: shared('OAuthServerError', 'An error of ours.', [], [['server_error', 'An unexpected error occurred.']]),
  503: shared(
    'OAuthUnavailable',
    'Try again in a moment.',
    ['Retry-After'],
    [['temporarily_unavailable', 'Try again in a moment.']],
  ),
}

/** The 400s of a form that cannot be read, at both endpoints. */
const unreadable: readonly OAuthRefusal[] = [
  ['invalid_request', 'Send application/x-www-form-urlencoded.'],
  ['invalid_request', 'Send the body without a content coding.'],
  ['invalid_request', 'A parameter is repeated.'],
  ['invalid_request', 'Use one client authentication mechanism, not two.'],
  ['invalid_request', 'client_id differs from the authenticated client.'],
]

const clientFields = {
  client_id: z
    .string()
    .optional()
    .meta({ description: 'Unless sent by Basic.', minLength: 1, example: 'm7-4k1q8x0z5w2m9c6b3t7r' }),
  client_secret: z.string().optional().meta({ description: 'Unless sent by Basic.', minLength: 1, format: 'password' }),
}

const paths: ZodOpenApiPathsObject = {
  '/connect/token': {
    post: {
      operationId: 'issueToken',
      summary: 'Issue an access token',
      description:
        'OAuth 2.0 client credentials (RFC 6749, 4.4). Keep the token in memory and ask for another when less than a minute remains, or when the API answers 401. The metadata of RFC 8414 are at `/.well-known/oauth-authorization-server`; their issuer is the address of this document under `servers`.',
      tags: ['Authorization'],
      security: [{ clientBasic: [] }, {}],
      requestParams: { header: tokenHeaders },
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: z
              .object({
                grant_type: z.literal('client_credentials'),
                ...clientFields,
                scope: z.string().optional().meta({
                  description: 'All that the client has when absent.',
                  pattern: String.raw`^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$`,
                  example: 'core.integrations',
                }),
              })
              .meta({ id: 'TokenForm' }),
          },
        },
      },
      responses: {
        200: {
          description: 'The access token.',
          headers: headersNamed(),
          content: {
            'application/json': {
              schema: z
                .object({
                  access_token: z.string(),
                  token_type: z.literal('Bearer'),
                  expires_in: z.int().meta({
                    description: 'Seconds.',
                    example: 900,
                    override: { minimum: 1, maximum: 2_147_483_647, format: 'int32' },
                  }),
                  scope: z.string().meta({ example: 'core.integrations' }),
                })
                .meta({ id: 'AccessToken' }),
            },
          },
          links: linksFrom('issueToken'),
        },
        400: refusedWith(
          'Wrong grant type or scope, or a malformed request.',
          [],
          [
            ['invalid_scope', 'The client lacks a scope that was asked for.'],
            ['invalid_scope', 'The scope is malformed.'],
            ['unsupported_grant_type', 'Use client_credentials.'],
            ['invalid_request', 'grant_type is missing.'],
            ...unreadable,
          ],
        ),
        ...refused,
      },
    },
  },
  '/connect/revocation': {
    post: {
      operationId: 'revokeToken',
      summary: 'Revoke an access token',
      description: 'RFC 7009. Answers 200 also for a token that is unknown.',
      tags: ['Authorization'],
      security: [{ clientBasic: [] }, {}],
      requestParams: { header: tokenHeaders },
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: z.object({ token: z.string().min(1), ...clientFields }).meta({ id: 'RevocationForm' }),
          },
        },
      },
      responses: {
        200: {
          description: 'The token is no longer valid. The body says nothing more (RFC 7009, 2.2).',
          headers: headersNamed(),
          content: {
            'application/json': { schema: z.object({}).meta({ id: 'Revoked' }), example: {} },
          },
        },
        400: refusedWith('A malformed request.', [], [['invalid_request', 'token is missing.'], ...unreadable]),
        ...refused,
      },
    },
  },
}

/** The part of the document that is not the API's envelope: the token endpoint and the two kinds of credential. */
export const openApiAuthorization = {
  paths,
  securitySchemes: (apiUrl: string) => ({
    apiKey: {
      type: 'apiKey' as const,
      in: 'header' as const,
      name: 'X-Api-Key',
      description:
        'The whole key: `ck_`, its prefix of 16 characters, a period and its secret. Created in the virtual office under Integrations.',
    },
    oauth2: {
      type: 'oauth2' as const,
      flows: {
        clientCredentials: {
          tokenUrl: `${apiUrl}/connect/token`,
          scopes: {
            'core.integrations': 'Redeem benefits',
            'core.consumptions.read': 'Read the consumptions list',
          },
        },
      },
    },
    clientBasic: {
      type: 'http' as const,
      scheme: 'basic',
      description: 'client_id and client_secret, form-encoded (RFC 6749, 2.3.1).',
    },
  }),
}
