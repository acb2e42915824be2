import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { headersRefused } from './refusals'
import { terminalHeader } from './terminal'

const oauthError = (description: string, error: string, errorDescription: string) => ({
  description,
  content: {
    'application/json': {
      schema: z.object({ error: z.string(), error_description: z.string() }),
      example: { error, error_description: errorDescription },
    },
  },
})

const clientFields = {
  client_id: z.string().optional().meta({ description: 'Unless sent by Basic.', example: 'm7-4k1q8x0z5w2m9c6b3t7r' }),
  client_secret: z.string().optional().meta({ description: 'Unless sent by Basic.' }),
}

const refused = {
  401: oauthError(
    'The client is unknown or deleted, or the secret is another.',
    'invalid_client',
    'Client authentication failed.',
  ),
  413: oauthError('The body is too large.', 'invalid_request', 'The body exceeds 8 KiB.'),
  429: oauthError('Too many failed attempts.', 'invalid_client', 'Too many failed attempts. Wait as Retry-After says.'),
  431: headersRefused,
  503: oauthError('Try again in a moment.', 'temporarily_unavailable', 'Try again in a moment.'),
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
      requestParams: { header: z.object({ 'X-Terminal-Id': terminalHeader }) },
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: z.object({
              grant_type: z.literal('client_credentials'),
              ...clientFields,
              scope: z
                .string()
                .optional()
                .meta({ description: 'All that the client has when absent.', example: 'core.integrations' }),
            }),
          },
        },
      },
      responses: {
        200: {
          description: 'The access token.',
          content: {
            'application/json': {
              schema: z.object({
                access_token: z.string(),
                token_type: z.literal('Bearer'),
                expires_in: z.int().meta({ description: 'Seconds.', example: 900 }),
                scope: z.string().meta({ example: 'core.integrations' }),
              }),
            },
          },
        },
        400: oauthError(
          'Wrong grant type or scope, or a malformed request.',
          'invalid_scope',
          'The client lacks a scope that was asked for.',
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
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: z.object({ token: z.string(), ...clientFields }) },
        },
      },
      responses: {
        200: {
          description: 'The token is no longer valid. The body says nothing more (RFC 7009, 2.2).',
          content: { 'application/json': { schema: z.object({}), example: {} } },
        },
        400: oauthError('A malformed request.', 'invalid_request', 'token is missing.'),
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
