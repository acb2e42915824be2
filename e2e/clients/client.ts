import { onTestFinished } from 'vitest'
import {
  AliadoClient,
  AliadoError,
  type ClientOptions,
  type Credential,
  type Retry,
} from '@/clients/typescript/aliado-client'
import { type Step, startScriptedServer, steps } from '../fixtures/scripted-server'

export const apiKey = 'ck_AAAAAAAAAAAAAAAA.not-a-secret'
export const oauth = { clientId: 'm1-abc', clientSecret: 'not-a-secret-either' }

export const purchase = {
  identificationTypeId: 1,
  identification: '00100000001',
  merchantDiscountId: 7,
  purchaseAmount: 10.05,
  reference: 'T-1',
}

/** What the service answers to `purchase`. */
export const authorization = {
  authorizationCode: '7KQM-2WXA-9DPT-HV4C-N8RB',
  status: 'Authorized',
  merchantDiscountId: 7,
  reference: 'T-1',
  currency: 'DOP',
  purchaseAmount: 10.05,
  discountAmount: 1.01,
  finalAmount: 9.04,
  expiresAt: '2026-11-22T12:15:00.000Z',
}
export const authorized = steps.answered(authorization)

/** What a client gets by chance, and tries again after. */
export const passing: Record<string, Step> = {
  'a body that is cut in the middle': steps.cut,
  'half a body, which HTTP calls whole': steps.halfBody,
  'a connection that is reset': steps.reset,
  'an empty 504': steps.empty(504),
  'a 502 of HTML': steps.page(502),
  'a 200 of HTML': steps.page(200),
  'a 200 with nothing of ours': steps.json(200, { ok: true }),
  'a 500': steps.refused(500, 'internal_error'),
  'a 503': steps.refused(503, 'service_unavailable', { 'Retry-After': '0' }),
  'a 429': steps.refused(429, 'rate_limited', { 'Retry-After': '0' }),
  'a 408, the request having come too slowly': steps.refused(408, 'invalid_request'),
}

/** A client of a server that follows a script, with waits that are short and not left to chance. */
export async function scripted(
  script: readonly [Step, ...Step[]],
  { tokens, credential = { apiKey }, ...options }: Options = {},
) {
  const server = await startScriptedServer(script, tokens)
  onTestFinished(() => server.close())
  const retries: Retry[] = []
  const client = new AliadoClient(server.url, credential, {
    backoffMs: 10,
    random: () => 0.5,
    onRetry: (retry) => retries.push(retry),
    ...options,
  })
  return { server, client, retries }
}
type Options = ClientOptions & { tokens?: readonly [Step, ...Step[]]; credential?: Credential }

/** The error of a call that must give none but the client's own. */
export async function errorOf(call: Promise<unknown>): Promise<AliadoError> {
  const error = await call.then(
    () => new Error('the call gave a value'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof AliadoError) return error
  throw error
}
