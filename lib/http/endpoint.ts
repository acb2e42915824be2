import type * as z from 'zod'
import type { Actor, Context, Idempotency } from '@/lib/context'
import { Fault, type FieldProblem } from '@/lib/kernel/fault'
import { onceHere } from '@/lib/kernel/once-here'
import { newCode } from '@/lib/kernel/random-text'
import { type BucketRule, refusalHeaders, type Verdict } from '@/lib/rate-limit/bucket'
import { type Authenticated, authenticate, authorize, CredentialFault, refusalOf } from './authenticate'
import { type Call, countCall, keepRequest, noteTerminal, originOf, witness } from './call'
import { DatabaseBudget } from './database-budget'
import { commonHeaders, faultAnswer, successAnswer, toFault } from './envelope'
import type { Answer, ApiRequest, Route } from './exchange'
import { idempotencyOf, readIdempotencyKey } from './idempotency-key'
import { languageOf } from './language'
import { describeError, type RequestLine } from './log'
import { type Admission, lookUpAndWrite, lookUpWith, type Opening, type OpeningLookUp, plainLookUp } from './opening'
import type { Operation } from './operations'
import { hasArrived, isArriving } from './peer-address'
import { problemsOf, reportingInput } from './problems'
import { arrivedJson, readJson, untilParsed } from './read-body'
import { missesSpent } from './refusals'
import { requestIdOf } from './request-id'
import { routeOf } from './route'
import { type Service, service } from './service'
import { isForeign, type Scene, staging } from './staging'

/** What a verb gives back: the value, and what only some operations have. */
type Outcome = { value: unknown; meta?: unknown; replayed?: boolean; missed?: boolean }

type InputOf<O extends Operation> = O['body'] extends z.ZodType
  ? z.output<O['body']>
  : O['query'] extends z.ZodType
    ? z.output<O['query']>
    : undefined

/** `ground` is what was read with the credential; without it the verb reads that itself. */
type Verb<O extends Operation, Ground> = (
  ctx: Context,
  input: InputOf<O>,
  idempotency: O['idempotent'] extends true ? Idempotency : undefined,
  ground: Ground | undefined,
) => Promise<Outcome>

/** What a request sends beside its credential, as far as it could be accepted; the fault says why it went no further. */
type Accepted = {
  body: unknown
  key: string | undefined
  input: unknown
  idempotency: Idempotency | undefined
  fault: Fault | undefined
}

/**
 * An operation as a route, in the order of checks of D9: credential, permission, rate, body, idempotency key, schema, verb. Every
 * answer is the success or the error envelope; nothing is ever thrown. What is written down of a call waits until it is answered, but
 * for what certifies it (ADR-0050).
 */
export function endpoint<O extends Operation, Asked = never, Ground = never>(
  operation: O,
  verb: Verb<O, Ground>,
  opening?: Opening<InputOf<O>, Asked, Ground>,
): Route {
  const route = `${operation.method} ${operation.path}`
  const fields = Object.keys((operation.body ?? operation.query)?.shape ?? {})
  return routeOf(async (request) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(request)
    const headers = commonHeaders(requestId)
    const line: RequestLine = { requestId, operation: operation.id }
    const call: Call = {
      actor: undefined,
      refusal: undefined,
      fault: undefined,
      origin: originOf(service(), request),
      body: undefined,
      value: undefined,
    }
    let answer: Answer
    try {
      answer = await answerOf(operation, verb, opening, request, headers, line, call)
    } catch (error) {
      const fault = toFault(error)
      call.fault = fault
      if (fault instanceof CredentialFault) call.refusal = fault.refusal
      // Not `code`: that name is redacted, since elsewhere it holds what a person types.
      line.faultCode = fault.code
      if (fault.status >= 500) line.fault = describeError(fault.cause)
      answer = faultAnswer(fault, languageOf(request), headers)
    }
    if (call.scene?.leave) {
      const sent = await call.scene.leave(answer, call.value !== undefined && !line.replayed)
      if (sent === 'cut') line.cut = true
      else answer = sent
    }
    line.status = answer.status
    line.ms = Math.round((performance.now() - startedAt) * 100) / 100
    if (call.actor?.inSandbox) await witness(service(), call, line, request, answer)
    const after = (): void => {
      const shared = service()
      shared.request(line)
      countCall(shared, call, route, line)
      noteTerminal(shared, call, route, line)
      keepRequest(shared, call, fields, line, request)
    }
    return { status: answer.status, headers: answer.headers, body: answer.body, cut: line.cut === true, after }
  })
}

async function answerOf<O extends Operation, Asked, Ground>(
  operation: O,
  verb: Verb<O, Ground>,
  opening: Opening<InputOf<O>, Asked, Ground> | undefined,
  request: ApiRequest,
  headers: Record<string, string>,
  line: RequestLine,
  call: Call,
): Promise<Answer> {
  const shared = service()
  const budget = new DatabaseBudget()
  // An operation that reads with its credential asks first for what the request sends, where all of that is here: nobody waits for a
  // sender whose credential is not known yet.
  if (opening && isArriving(request)) await untilParsed(request)
  const accepting = opening && hasArrived(request) ? accept(operation, request) : undefined
  const early = accepting instanceof Promise ? await accepting : accepting
  const lookUp: OpeningLookUp<Ground> =
    opening && early && early.fault === undefined
      ? openingLookUp(shared, operation, opening, early)
      : plainLookUp(shared.db)
  const actor = await budget.for(authenticate(lookUp, request, shared.env))
  call.actor = actor
  line.merchantId = actor.merchantId
  const credentialKey = `${actor.credential.kind}:${actor.credential.id}`
  line.credential = credentialKey
  authorize(actor, operation.permission)
  // What was written with its credential was let through before.
  const limited = lookUp.isWritten ? undefined : limitRate(shared, operation, actor, credentialKey, line)
  const misses = limited instanceof Promise ? await limited : limited
  rememberCaller(shared, actor, credentialKey)
  recordUse(shared, actor.credential, call)

  const { body, key, input, idempotency, fault } = early ?? (await accept(operation, request))
  call.body = body
  if (key !== undefined) call.idempotencyKey = key
  if (fault !== undefined) throw fault

  const ctx: Context = {
    db: shared.db,
    actor,
    identificationKeys: shared.identificationKeys,
    authorizationTtlSeconds: actor.limits.authorizationTtlSeconds ?? shared.env.AUTHORIZATION_TTL_SECONDS,
    newCode,
    tally: shared.tally,
  }
  if (idempotency) call.fingerprint = idempotency.fingerprint
  const entering = staging()?.enter({ shared, operation: operation.id, request, actor, input })
  const scene = entering && (await budget.for(Promise.resolve(entering)))
  if (scene) {
    call.scene = scene
    line.staged = scene.staged
    if (scene.instead && isForeign(scene.instead)) {
      // For the lists of calls: what is not ours has no code.
      line.faultCode = 'bad_gateway'
      return scene.instead
    }
    if (scene.instead) throw new Fault(scene.instead.code, scene.instead)
  }
  const outcome = await budget.for(
    verb(
      scene ? { ...ctx, ...settingsOf(scene, ctx) } : ctx,
      input as InputOf<O>,
      idempotency as Parameters<Verb<O, Ground>>[2],
      // What is staged may have taken a while.
      scene ? undefined : lookUp.ground,
    ),
  )
  // Forced: when several calls were let in together while one miss was left, each of them is counted.
  if (outcome.missed) await shared.limiter.take(missRule(shared, actor), credentialKey, 'force')
  // No call waits for a miss to be given back (D60). Where no miss was used when this call asked, there is none to give
  // back (ADR-0024).
  else if (misses !== undefined && misses.remaining < missRule(shared, actor).burst) {
    void shared.limiter.take(missRule(shared, actor), credentialKey, 'back')
  }
  call.value = outcome.value
  if (outcome.replayed) {
    headers['Idempotent-Replayed'] = 'true'
    line.replayed = true
  }
  if (operation.cacheControl) headers['Cache-Control'] = operation.cacheControl
  if (operation.vary) headers.Vary = operation.vary
  return successAnswer(
    operation.status,
    { title: operation.title[languageOf(request)], value: outcome.value, meta: outcome.meta },
    headers,
  )
}

/** In the order of D9: body, idempotency key, schema. At once, unless the body must be waited for. Never throws. */
function accept(operation: Operation, request: ApiRequest): Accepted | Promise<Accepted> {
  if (!operation.body) return acceptBody(operation, request, undefined)
  try {
    const arrived = arrivedJson(request)
    if (arrived) return acceptBody(operation, request, arrived.json)
  } catch (error) {
    return nothingAccepted(error)
  }
  return readJson(request).then((body) => acceptBody(operation, request, body), nothingAccepted)
}

const nothingAccepted = (error: unknown): Accepted => ({
  body: undefined,
  key: undefined,
  input: undefined,
  idempotency: undefined,
  fault: toFault(error),
})

function acceptBody(operation: Operation, request: ApiRequest, body: unknown): Accepted {
  const accepted: Accepted = { body, key: undefined, input: undefined, idempotency: undefined, fault: undefined }
  try {
    if (operation.idempotent) accepted.key = readIdempotencyKey(request)
    if (operation.body) accepted.input = parse(operation.body, accepted.body)
    else if (operation.query) accepted.input = parse(operation.query, queryOf(request, operation.query))
    if (accepted.key !== undefined)
      accepted.idempotency = idempotencyOf(service(), operation.id, accepted.key, accepted.input)
  } catch (error) {
    accepted.fault = toFault(error)
  }
  return accepted
}

/** How the credential of an accepted call is looked up, with what the operation asks beside it. */
function openingLookUp<O extends Operation, Asked, Ground>(
  shared: Service,
  operation: O,
  opening: Opening<InputOf<O>, Asked, Ground>,
  accepted: Accepted,
): OpeningLookUp<Ground> {
  const input = accepted.input as InputOf<O>
  if (!('order' in opening)) {
    return lookUpWith(opening, shared.db, opening.question(shared.identificationKeys, input))
  }
  const { db, identificationKeys, env } = shared
  const settings = { newCode, identificationKeys, ttlSeconds: env.AUTHORIZATION_TTL_SECONDS }
  const asked = accepted.idempotency && opening.order(input, accepted.idempotency, settings)
  if (asked === undefined) return plainLookUp(db)
  const otherwise = opening.otherwise ? lookUpWith(opening.otherwise, db, asked) : plainLookUp(db)
  const isStaged = staging()?.knows({ operation: operation.id, input }) ?? false
  return isStaged ? otherwise : lookUpAndWrite(opening, db, asked, admissionOf(shared), otherwise)
}

/** A call is let through before its credential is read where that was accepted before under the usual rule, and has calls left (D56). */
const admissionOf =
  (shared: Service): Admission =>
  (presentedAs) => {
    const bucket = shared.knownCallers.bucketOf(presentedAs)
    if (bucket === undefined) return undefined
    const rule = usualCallRule(shared)
    const admitted = { giveBack: () => void shared.limiter.take(rule, bucket, 'back') }
    return onceHere(shared.limiter.take(rule, bucket, 1), ({ allowed }) => (allowed ? admitted : undefined))
  }

function rememberCaller(
  { knownCallers }: Service,
  { presentedAs, limits }: Authenticated,
  credentialKey: string,
): void {
  if (limits.callsPerMinute !== null || limits.callsBurst !== null) knownCallers.forget(presentedAs)
  else if (knownCallers.bucketOf(presentedAs) === undefined) knownCallers.remember(presentedAs, credentialKey)
}

const settingsOf = ({ authorizationTtlSeconds, newCode }: Scene, ctx: Context) => ({
  authorizationTtlSeconds: authorizationTtlSeconds ?? ctx.authorizationTtlSeconds,
  newCode: newCode ?? ctx.newCode,
})

/** D56. */
const usualCallRule = ({ env }: Service): BucketRule => ({
  name: 'default',
  perMinute: env.RATE_LIMIT_PER_MINUTE,
  burst: env.RATE_LIMIT_BURST,
})

/** The operator may set another one for a merchant. */
function callRule(shared: Service, { limits }: Pick<Authenticated, 'limits'>): BucketRule {
  const { name, perMinute, burst } = usualCallRule(shared)
  return { name, perMinute: limits.callsPerMinute ?? perMinute, burst: limits.callsBurst ?? burst }
}

/**
 * D56: eligibility tells who is a collaborator, so calls that find nobody have a budget of their own, which calls that
 * find a collaborator refill (D60). The operator may set another one for a merchant.
 */
function missRule({ env }: Service, { limits }: Pick<Authenticated, 'limits'>) {
  const perMinute = limits.missesPerMinute ?? env.RATE_LIMIT_MISSES_PER_MINUTE
  return { name: 'eligibility-misses', perMinute, burst: perMinute }
}

/** What an integrator is told of this installation (D59), where nothing else was set for the merchant. */
export function installationOf() {
  const { env } = service()
  return {
    environment: env.SERVICE_ENVIRONMENT,
    limits: {
      perMinute: env.RATE_LIMIT_PER_MINUTE,
      burst: env.RATE_LIMIT_BURST,
      missesPerMinute: env.RATE_LIMIT_MISSES_PER_MINUTE,
    },
  }
}

/** Throws `rate_limited`. Returns what is left of the misses, for an operation that has a budget of them. */
function limitRate(
  shared: Service,
  operation: Operation,
  actor: Authenticated,
  credentialKey: string,
  line: RequestLine,
): Verdict | undefined | Promise<Verdict | undefined> {
  const calls = callRule(shared, actor)
  return onceHere(shared.limiter.take(calls, credentialKey, 1), (verdict) => {
    requireRoom(calls, verdict, actor, line, [])
    return operation.hasMisses ? limitMisses(shared, actor, credentialKey, line) : undefined
  })
}

function limitMisses(
  shared: Service,
  actor: Authenticated,
  credentialKey: string,
  line: RequestLine,
): Verdict | Promise<Verdict> {
  const misses = missRule(shared, actor)
  return onceHere(shared.limiter.take(misses, credentialKey, 0), (verdict) => {
    requireRoom(misses, verdict, actor, line, [missesSpent])
    return verdict
  })
}

function requireRoom(
  rule: BucketRule,
  verdict: Verdict,
  actor: Authenticated,
  line: RequestLine,
  problems: readonly FieldProblem[],
): void {
  if (verdict.allowed) return
  line.limitedBy = rule.name
  const headers = refusalHeaders(rule, verdict)
  throw new CredentialFault('rate_limited', refusalOf(actor, 'rate_limited'), { headers, problems })
}

function parse(schema: z.ZodObject, value: unknown): unknown {
  const parsed = schema.safeParse(value, reportingInput)
  if (!parsed.success) throw new Fault('invalid_request', { problems: problemsOf(parsed.error) })
  return parsed.data
}

/** The query's parameters that the operation knows. A repeated one is a fault, since it is unclear which value is meant. */
function queryOf(request: ApiRequest, schema: z.ZodObject): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URL(request.url).searchParams) {
    if (!Object.hasOwn(schema.shape, name)) continue
    if (Object.hasOwn(query, name))
      throw new Fault('invalid_request', { problems: [{ field: name, problem: 'repeated_parameter' }] })
    if (!value.isWellFormed() || value.includes('\0')) {
      throw new Fault('invalid_request', { problems: [{ field: name, problem: 'ill_formed_text' }] })
    }
    query[name] = value
  }
  return query
}

function recordUse(shared: Service, { kind, id }: Actor['credential'], { origin }: Call): void {
  const { address, userAgent } = origin
  shared.lastUses.record({ kind, credentialId: id, at: new Date(), address, userAgent })
}
