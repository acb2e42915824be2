import type { Caller, Refusal } from '@/lib/credentials/calls'
import type { Fault } from '@/lib/kernel/fault'
import type { AuthorizationView } from '@/lib/redemption/schemas'
import type { RequestDetails } from '@/lib/requests/request'
import { answerOf, snapshotOf } from '@/lib/requests/snapshot'
import { terminalDetails, terminalOf } from '@/lib/terminals/header'
import type { CallOrigin, TerminalCall } from '@/lib/terminals/record-terminals'
import { clientAddress } from './address'
import type { Authenticated } from './authenticate'
import type { Answer, ApiRequest } from './exchange'
import type { RequestLine } from './log'
import type { Service } from './service'
import { type Looked, type Scene, staging, type Witnessed } from './staging'

/** What is known of a call: whose it is, what was sent and answered, and why it was refused. */
export type Call = {
  actor: Authenticated | undefined
  /** Set when the call was refused because of its credential. */
  refusal: Refusal | undefined
  fault: Fault | undefined
  readonly origin: CallOrigin
  /** The body as it was sent; undefined until it could be read. */
  body: unknown
  idempotencyKey?: string
  fingerprint?: Buffer
  value: unknown
  scene?: Scene
}

type Details = { -readonly [Name in keyof RequestDetails]: RequestDetails[Name] }

const problemsKept = 10

const terminalHeader = 'x-terminal-id'

/** From which till a request comes, as far as it says (D58). */
export const originOf = (shared: Service, request: ApiRequest): CallOrigin => ({
  terminal: terminalOf(request.headers.get(terminalHeader)),
  address: clientAddress(request, shared.env),
  userAgent: request.headers.get('user-agent'),
})

/** Counts a call among its credential's, and remembers why it was refused. */
export function countCall(shared: Service, call: Call, route: string, line: RequestLine): void {
  const { actor, refusal, origin } = call
  const { requestId, status = 500 } = line
  if (actor !== undefined) shared.calls.count(actor.credential.kind, actor.credential.id, actor.merchantId, status)
  if (refusal === undefined) return
  const { caller } = refusal
  if (actor === undefined && 'id' in caller) shared.calls.count(caller.kind, caller.id, caller.merchantId, status)
  const { address, userAgent } = origin
  shared.calls.refuse(refusal, { operation: route, address, userAgent, requestId, isCall: true })
}

/** Remembers what a call says of the till that it came from (D58). */
export function noteTerminal(shared: Service, call: Call, route: string, line: RequestLine): void {
  const { actor, refusal, fault, origin } = call
  if (actor === undefined && refusal === undefined) return
  if (refusal !== undefined) shared.terminals.refuse(refusal, origin, route, true)
  if (actor === undefined) return
  const { status = 500, replayed = false } = line
  const tells = fault === undefined ? call.value !== undefined : isFuture(fault)
  const sale = tells ? saleOf(line.operation, call, fault === undefined && !replayed) : nothing
  const { kind, id } = actor.credential
  // Property by property, since this is on every call's path: to copy objects into one another costs several times as much.
  shared.terminals.call({
    terminal: origin.terminal,
    address: origin.address,
    userAgent: origin.userAgent,
    credential: { kind, id, merchantId: actor.merchantId },
    tokenDigest: actor.tokenDigest,
    status,
    replayed,
    branchId: sale.branchId,
    reserved: sale.reserved,
    confirmed: sale.confirmed,
    released: sale.released,
    paidAt: sale.paidAt,
  })
}

const isFuture = ({ problems }: Fault): boolean => problems.some(({ problem }) => problem === 'future')

type Sale = Pick<TerminalCall, 'branchId' | 'reserved' | 'confirmed' | 'released' | 'paidAt'>

const nothing: Sale = {}

/** What an accepted body, and its answer, tell of a sale. */
function saleOf(operation: string, { body, value }: Call, isNew: boolean): Sale {
  const sent = body as { branchId?: number; authorizationCode?: string; consumptionDate?: string } | undefined
  switch (operation) {
    case 'checkEligibility':
      return { branchId: sent?.branchId ?? undefined }
    case 'applyDiscount': {
      const made = value as AuthorizationView
      const reserved = { code: made.authorizationCode, expiresAt: Date.parse(made.expiresAt) }
      return { branchId: sent?.branchId ?? undefined, reserved: isNew ? reserved : undefined }
    }
    case 'registerConsumption':
      // A repeated answer is of a sale of before, and tells nothing of a clock.
      return {
        confirmed: isNew ? sent?.authorizationCode : undefined,
        paidAt: isNew || value === undefined ? Date.parse(sent?.consumptionDate ?? '') : undefined,
      }
    case 'releaseAuthorization':
      return { released: sent?.authorizationCode }
    default:
      return nothing
  }
}

/** Records a call for its merchant's office, without what must not be kept of it (ADR-0016). */
export function keepRequest(
  shared: Service,
  call: Call,
  fields: readonly string[],
  line: RequestLine,
  request: ApiRequest,
): void {
  const { actor, refusal, fault, body, idempotencyKey, value } = call
  const caller = actor === undefined ? refusal?.caller : callerOf(actor)
  if (caller === undefined || !shared.requests.hasRoom(caller, line.status ?? 500)) return
  const sent = request.method === 'POST' ? body : Object.fromEntries(new URL(request.url).searchParams)
  const { input, unknown, reference } = snapshotOf(fields, sent)
  // Property by property, as above.
  const details: Details = {}
  if (input !== undefined && fields.length > 0) details.input = input
  if (unknown !== undefined) details.unknown = unknown
  if (idempotencyKey !== undefined) details.idempotencyKey = idempotencyKey
  if (fault !== undefined && fault.problems.length > 0) details.problems = fault.problems.slice(0, problemsKept)
  const terminal = request.headers.get(terminalHeader)
  if (terminal !== null) Object.assign(details, terminalDetails(terminal))
  if (refusal !== undefined) details.reason = refusal.reason
  if (fault === undefined && value !== undefined) details.value = answerOf(value, sent)
  if (line.staged !== undefined) details.staged = line.staged
  if (line.cut !== undefined) details.cut = line.cut
  hand(shared, caller, line, reference, details, call.origin.address)
}

const callerOf = ({ credential, merchantId }: Authenticated): Caller => ({
  kind: credential.kind,
  id: credential.id,
  merchantId,
})

/** Tells whoever certifies of a call, where its credential is looked into (ADR-0049). */
export async function witness(
  shared: Service,
  call: Call,
  line: RequestLine,
  request: ApiRequest,
  answer: Answer,
): Promise<void> {
  const { actor, idempotencyKey, fingerprint, body, value } = call
  if (actor === undefined || !actor.inSandbox) return
  const sent = request.method === 'POST' ? body : Object.fromEntries(new URL(request.url).searchParams)
  await tell(shared, actor, line, request, answer, { sent, answered: value, idempotencyKey, fingerprint })
}

/** The same for a request to the token endpoint. Of one whose client is not authenticated nobody is told: anybody can send its id. */
export async function witnessToken(
  shared: Service,
  { actor, answered }: TokenCall,
  line: RequestLine,
  request: ApiRequest,
  answer: Answer,
): Promise<void> {
  if (actor === undefined || !actor.inSandbox) return
  const nothing = { sent: undefined, idempotencyKey: undefined, fingerprint: undefined }
  await tell(shared, actor, line, request, answer, { ...nothing, answered })
}

async function tell(
  shared: Service,
  { merchantId, credential }: Looked,
  line: RequestLine,
  request: ApiRequest,
  { status, headers }: Answer,
  said: Pick<Witnessed, 'sent' | 'answered' | 'idempotencyKey' | 'fingerprint'>,
): Promise<void> {
  const answeredAt = Date.now()
  await staging()?.witness({
    ...{ shared, merchantId, credential, operation: line.operation, request, requestId: line.requestId, ...said },
    ...{ status, code: line.faultCode, isReplay: line.replayed === true, isCut: line.cut === true },
    ...{ staged: line.staged, retryAfter: headers['Retry-After'] ?? null },
    ...{ arrivedAt: Math.round(answeredAt - (line.ms ?? 0)), answeredAt },
  })
}

/** What the token endpoint knows of a request: whose it is, as soon as that can be told, and what was sent. */
export type TokenCall = {
  caller: Caller | undefined
  /** Once its secret was accepted. */
  actor?: Looked
  scene?: Scene
  /** The answer of RFC 6749, 5.1. */
  answered?: Readonly<Record<string, unknown>>
  reason?: Refusal['reason']
  form?: ReadonlyMap<string, string>
  description?: string
}

const formFields = ['grant_type', 'scope', 'client_id', 'client_secret', 'token']

/** The same for a request to the token endpoint, whose forms and errors are those of RFC 6749. */
export function keepTokenRequest(shared: Service, call: TokenCall, line: RequestLine, request: ApiRequest): void {
  const { caller, reason, form, description } = call
  if (caller === undefined || !shared.requests.hasRoom(caller, line.status ?? 500)) return
  const { input, unknown } = snapshotOf(formFields, form === undefined ? undefined : Object.fromEntries(form))
  // Property by property, as above.
  const details: Details = {}
  if (input !== undefined) details.input = input
  if (unknown !== undefined) details.unknown = unknown
  const terminal = request.headers.get(terminalHeader)
  if (terminal !== null) Object.assign(details, terminalDetails(terminal))
  if (reason !== undefined) details.reason = reason
  if (description !== undefined) details.description = description
  if (line.staged !== undefined) details.staged = line.staged
  if (line.cut !== undefined) details.cut = line.cut
  hand(shared, caller, line, undefined, details, clientAddress(request, shared.env))
}

function hand(
  shared: Service,
  caller: Caller,
  { operation, requestId, status = 500, ms = 0, faultCode, replayed }: RequestLine,
  reference: string | undefined,
  details: RequestDetails,
  address: string | null,
): void {
  shared.requests.record({
    caller,
    operation,
    status,
    code: faultCode,
    replayed: replayed === true,
    durationMs: ms,
    requestId,
    reference,
    address,
    details,
  })
}
