import type { CredentialReference } from '@/lib/credentials/reference'
import { canonical } from '@/lib/kernel/canonical'
import { requestOperations } from '@/lib/requests/filter'
import type { RequestDetails } from '@/lib/requests/request'
import { judgeItems } from './judges/catalog'
import { paymentMoment } from './judges/dates'
import { inOrder, isApply, isConsumption, type Judge, type Judgement, reservations } from './judges/judge'
import { keyedWrites, ownReference, sharedKeys } from './judges/keys'
import { bounds, type CheckId, checks, type Level } from './plan'
import type { Run } from './run'
import { type SeenCall, seenAnswer, seenInput } from './seen'

/**
 * The quality of an integration: what certification checks, as far as the kept calls of ordinary days show it. They hold less than
 * what a run sees: nobody's identification, no header but the key and the terminal, and nothing of what was lost on the way.
 */

/** For so long the calls of an integration are looked at. */
export const weekMs = 7 * 86_400_000

/** Where a merchant's office shows it. */
export const qualityPage = '/portal/integrations/quality'

/** A kept call (ADR-0016). */
export type KeptCall = {
  readonly id: string
  readonly occurredAt: Date
  readonly operation: string
  readonly status: number
  readonly code: string | null
  readonly replayed: boolean
  readonly durationMs: number
  readonly requestId: string
  readonly address: string | null
  readonly credential: CredentialReference
  readonly details: RequestDetails
}

/** The checks that kept calls can be judged by. */
export const qualityChecks = ['C03', 'C04', 'C05', 'C07', 'C08', 'C12', 'C13', 'C15', 'C23', 'C25'] as const

export type QualityCheck = (typeof qualityChecks)[number]

export type CheckQuality = {
  readonly check: QualityCheck
  readonly level: Level
  /** How many calls, or sales, it was judged by; none: nothing can be said. */
  readonly looked: number
  /** The last call of each breach, newest first. */
  readonly breaches: readonly { readonly id: string; readonly requestId: string }[]
}

export type Quality = {
  /** 0 to 100; null when nothing could be judged. */
  readonly score: number | null
  readonly checks: readonly CheckQuality[]
}

const operations: ReadonlySet<string> = new Set(requestOperations)

/** A kept call as a judge sees it. The times of `Retry-After` are not kept: it is never below a second. */
export function seenOfKept(call: KeptCall): SeenCall {
  const { details, code, status } = call
  const arrivedAt = call.occurredAt.getTime()
  return {
    id: call.id,
    requestId: call.requestId,
    credential: call.credential,
    operation: operations.has(call.operation) ? (call.operation as SeenCall['operation']) : null,
    method: 'POST',
    arrivedAt,
    answeredAt: arrivedAt + call.durationMs,
    status,
    ...(code === null ? {} : { code }),
    ...(call.replayed ? { isReplay: true } : {}),
    ...(status === 429 || status === 503 ? { retryAfterSeconds: 1 } : {}),
    terminal: details.terminal ?? call.address ?? '',
    ...(details.idempotencyKey === undefined ? {} : { key: details.idempotencyKey }),
    // By which repeated reservations are known; nothing else is judged by it.
    ...(details.input === undefined || call.operation !== 'applyDiscount'
      ? {}
      : { fingerprint: `${call.operation} ${canonical(details.input)}` }),
    sent: seenInput(details.input, {}),
    answered: seenAnswer(details.value),
  }
}

type Found = { readonly looked: number; readonly breaches: readonly SeenCall[] }

const found = (looked: readonly unknown[], breaches: readonly SeenCall[]): Found => ({
  looked: looked.length,
  breaches,
})

const groupsOf = (calls: readonly SeenCall[], of: (call: SeenCall) => string | undefined): readonly SeenCall[][] => {
  const groups = new Map<string, SeenCall[]>()
  for (const call of calls) {
    const name = of(call)
    if (name === undefined) continue
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [call])
    else group.push(call)
  }
  return [...groups.values()]
}

/** The reservation and the consumptions of each authorization. */
const sales = (calls: readonly SeenCall[]): readonly SeenCall[][] => {
  const made = reservations(calls)
  const confirmed = calls.filter((call) => isConsumption(call) && made.has(call.sent.authorizationCode ?? ''))
  return groupsOf(confirmed, ({ sent }) => sent.authorizationCode).map((group) => {
    const reserved = made.get(group[0]?.sent.authorizationCode ?? '')
    return reserved === undefined ? group : [reserved, ...group]
  })
}

const runOf = (calls: readonly SeenCall[]): Run => ({
  declared: { apiKeyOnly: false, noItems: false, noOffline: false, processes: 1 },
  scenes: [],
  calls,
})

const breachOf = ({ outcome, calls }: Judgement): readonly SeenCall[] => (outcome === 'fail' ? calls.slice(-1) : [])

const byJudge = (judge: Judge, groups: readonly SeenCall[][]): Found =>
  found(
    groups,
    groups.flatMap((group) => breachOf(judge(runOf(group), bounds))),
  )

/** Repetitions that follow a call with the same content within the time in which an answer that was lost is asked for again. */
const repetitions = (writes: readonly SeenCall[], of: (call: SeenCall) => string | undefined) =>
  groupsOf(writes, of).flatMap((group) =>
    group.flatMap((call, i) => {
      const before = group[i - 1]
      return before !== undefined && call.arrivedAt - before.arrivedAt <= bounds.retryMs ? [{ before, call }] : []
    }),
  )

const looks: Readonly<Record<QualityCheck, (calls: readonly SeenCall[]) => Found>> = {
  // A till that makes a new key for a repetition is told that its reference has a reservation already.
  C03: (calls) => {
    const again = repetitions(calls.filter(isApply), ({ fingerprint }) => fingerprint)
    const remade = again.filter(({ before, call }) => before.key !== call.key && call.code === 'reference_in_use')
    return found(
      again,
      remade.map(({ call }) => call),
    )
  },
  C04: (calls) => {
    const again = repetitions(calls.filter(isConsumption), ({ sent }) => sent.authorizationCode)
    const remade = again.filter(
      ({ before, call }) => before.key !== call.key && call.code === 'authorization_already_used',
    )
    return found(
      again,
      remade.map(({ call }) => call),
    )
  },
  C05: (calls) => {
    const writes = keyedWrites(calls)
    return found(
      writes,
      sharedKeys(writes).map(([, call]) => call),
    )
  },
  C07: (calls) => byJudge(ownReference, sales(calls)),
  C08: (calls) => byJudge(paymentMoment, sales(calls)),
  C12: (calls) => obeyed(calls, 429),
  C13: (calls) => obeyed(calls, 503),
  // How many processes share a client is not known: a token for every second call is never right.
  C15: (calls) => {
    const ofClients = calls.filter(({ credential, status }) => credential.kind === 'oauth_client' && status < 400)
    const clients = groupsOf(ofClients, ({ credential }) => String(credential.id))
    return found(
      clients,
      clients.flatMap((group) => {
        const issued = group.filter(({ operation }) => operation === 'issueToken')
        return issued.length > tokensLeast && 2 * issued.length > group.length - issued.length ? issued.slice(-1) : []
      }),
    )
  },
  C23: (calls) => {
    const asked = calls.filter(({ operation, status }) => operation === 'listIdentificationTypes' && status < 400)
    const days = groupsOf(asked, ({ credential, terminal, arrivedAt }) =>
      [credential.kind, credential.id, terminal, Math.floor(arrivedAt / dayMs)].join(' '),
    )
    return found(
      days,
      days.flatMap((group) => (group.length > typesPerDayMax ? group.slice(-1) : [])),
    )
  },
  C25: (calls) => {
    const withItems = calls.filter((call) => isApply(call) && call.sent.items?.sum !== undefined)
    return found(
      withItems,
      withItems.flatMap((call) => breachOf(judgeItems([call]))),
    )
  },
}

const dayMs = 86_400_000

/** A till may be switched on so often in a day. */
const typesPerDayMax = 24

/** Below this a client's tokens say nothing. */
const tokensLeast = 20

/** Whether a refused write came again only after a second: other tills on the same credential have other keys. */
function obeyed(calls: readonly SeenCall[], status: 429 | 503): Found {
  const pairs = groupsOf(calls, ({ key }) => key).flatMap((group) =>
    group.flatMap((call, i) => {
      const next = group[i + 1]
      return call.status === status && next !== undefined ? [{ call, next }] : []
    }),
  )
  const early = pairs.filter(
    ({ call, next }) =>
      next.arrivedAt - call.answeredAt < (call.retryAfterSeconds ?? 0) * 1000 - bounds.earlyMs &&
      next.arrivedAt - call.arrivedAt > bounds.balancerMs,
  )
  return found(
    pairs,
    early.map(({ next }) => next),
  )
}

/** What is required counts twice. */
const weights: Readonly<Record<Level, number>> = { must: 2, should: 1 }

/** The quality that these calls of a merchant show. The score is the share of what was looked at that is sound, by check. */
export function qualityOf(kept: readonly KeptCall[]): Quality {
  const calls = inOrder(kept.map(seenOfKept))
  const judged = qualityChecks.map((check): CheckQuality => {
    const { looked, breaches } = looks[check](calls)
    const newest = breaches.toReversed().map(({ id, requestId }) => ({ id, requestId }))
    return { check, level: checks[check satisfies CheckId].level, looked, breaches: newest }
  })
  const shown = judged.filter(({ looked }) => looked > 0)
  const whole = shown.reduce((sum, { level }) => sum + weights[level], 0)
  const sound = shown.reduce(
    (sum, { level, looked, breaches }) =>
      sum + (weights[level] * (looked - Math.min(looked, breaches.length))) / looked,
    0,
  )
  // Rounded down: a hundred is for no breach at all.
  return { score: whole === 0 ? null : Math.floor((100 * sound) / whole + 1e-9), checks: judged }
}

/** Above this share of breaches in a week, of what a certificate rests on, it is to be suspended. */
const suspendedAbove = 0.01

const suspending: readonly QualityCheck[] = ['C05', 'C13']

/** The checks whose breaches suspend a certificate (integrators' programme, C05 and C13). */
export const suspends = ({ checks }: Quality): readonly QualityCheck[] =>
  checks
    .filter(({ check, looked, breaches }) => suspending.includes(check) && breaches.length > suspendedAbove * looked)
    .map(({ check }) => check)
