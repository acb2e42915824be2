import { Fault } from '@/lib/kernel/fault'
import { keepTokenRequest, type TokenCall, witnessToken } from '../call'
import { DatabaseBudget } from '../database-budget'
import type { Answer, ApiRequest, Route } from '../exchange'
import { describeError, type RequestLine } from '../log'
import type { Metrics } from '../metrics'
import { invalidRequest, OAuthFault, readForm } from '../oauth'
import { isCoded, mediaTypeOf, readBytes } from '../read-body'
import { requestIdOf } from '../request-id'
import { routeOf } from '../route'
import { type Service, service } from '../service'

const formBytesMax = 8 * 1024

/** What is answered in place of an operation's own answer. */
export class Staged {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

/** An endpoint of the authorization server: it takes a form by POST and answers in the format of RFC 6749. */
export type OAuthOperation = {
  /** The operation's name in the log, the metrics and the list of calls. */
  readonly id: string
  readonly path: `/connect/${string}`
  /** What an accepted request is answered, as JSON; or what is staged instead. Throws `OAuthFault`. */
  readonly answer: (asked: OAuthRequest) => Promise<Readonly<Record<string, unknown>> | Staged>
  /** Counts an answer in the metrics of this operation alone: `error` is that of a refusal. */
  readonly count?: (metrics: Metrics, error: string | undefined) => void
}

/** A request to such an endpoint, with what becomes known of it while it is answered. */
export type OAuthRequest = {
  readonly operation: OAuthOperation
  readonly request: ApiRequest
  readonly form: ReadonlyMap<string, string>
  readonly shared: Service
  readonly line: RequestLine
  readonly call: TokenCall
}

const oauthHeaders = (requestId: string) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
})

export function oauthEndpoint(operation: OAuthOperation): Route {
  return routeOf(async (request) => {
    const startedAt = performance.now()
    const line: RequestLine = { requestId: requestIdOf(request), operation: operation.id }
    const headers = oauthHeaders(line.requestId)
    const call: TokenCall = { caller: undefined }
    let answer: Answer
    try {
      const form = await readFormOf(request)
      call.form = form
      const asked: OAuthRequest = { operation, request, form, shared: service(), line, call }
      const body = await new DatabaseBudget().for(operation.answer(asked))
      if (body instanceof Staged) answer = body.answer
      else {
        call.answered = body
        answer = { status: 200, headers, body: JSON.stringify(body) }
      }
    } catch (error) {
      const fault = toOAuthFault(error)
      line.faultCode = fault.error
      call.description = fault.description
      if (fault.status >= 500) line.fault = describeError(error instanceof Fault ? error.cause : error)
      const body = JSON.stringify({ error: fault.error, error_description: fault.description })
      answer = { status: fault.status, headers: { ...headers, ...fault.headers }, body }
    }
    if (call.scene?.leave) {
      const sent = await call.scene.leave(answer, call.answered !== undefined)
      if (sent === 'cut') line.cut = true
      else answer = sent
    }
    line.status = answer.status
    line.ms = Math.round((performance.now() - startedAt) * 100) / 100
    if (call.actor?.inSandbox) await witnessToken(service(), call, line, request, answer)
    const after = (): void => {
      const shared = service()
      shared.request(line)
      if (shared.metrics) operation.count?.(shared.metrics, line.faultCode)
      keepTokenRequest(shared, call, line, request)
    }
    return { status: answer.status, headers: answer.headers, body: answer.body, cut: line.cut === true, after }
  })
}

/** The 405 of these endpoints, in the format of RFC 6749. */
export function refuseMethod(request: Request): Response {
  return new Response(JSON.stringify({ error: 'invalid_request', error_description: 'Use POST.' }), {
    status: 405,
    headers: { Allow: 'POST', ...oauthHeaders(requestIdOf(request)) },
  })
}

async function readFormOf(request: ApiRequest): Promise<Map<string, string>> {
  if (mediaTypeOf(request) !== 'application/x-www-form-urlencoded')
    throw invalidRequest('Send application/x-www-form-urlencoded.')
  if (isCoded(request)) throw invalidRequest('Send the body without a content coding.')
  return readForm(Buffer.from(await readBytes(request, formBytesMax)).toString('utf8'))
}

function toOAuthFault(error: unknown): OAuthFault {
  if (error instanceof OAuthFault) return error
  if (error instanceof Fault && error.code === 'service_unavailable') {
    return new OAuthFault('temporarily_unavailable', 503, 'Try again in a moment.', { ...error.headers })
  }
  if (error instanceof Fault && error.code === 'payload_too_large') {
    return new OAuthFault('invalid_request', 413, 'The body exceeds 8 KiB.', { ...error.headers })
  }
  if (error instanceof Fault && error.code === 'malformed_json') return invalidRequest('The body is incomplete.')
  return new OAuthFault('server_error', 500, 'An unexpected error occurred.')
}
