import { randomUUID } from 'node:crypto'
import { apiKeyPrefix } from '@/lib/credentials/secret'
import { operations } from '@/lib/http/operations'
import type { PreparedTrial } from '@/lib/sandbox/prepare-trial'
import type { TrialStep } from '@/lib/sandbox/steps'
import { bodyOfTrial, type TrialDraft } from '@/lib/sandbox/trial'

/** A call that was made, as it went over the wire but for the key's secret, and what the next one takes from it. */
export type TriedCall = {
  readonly step: TrialStep
  readonly request: string
  /** None where the connection was cut, or no answer came in time. */
  readonly answer: string | undefined
  readonly status: number | undefined
  readonly apiKeyId: number | undefined
  readonly authorizationCode: string
  readonly reference: string
  readonly lastKey: string
  readonly lastDate: string
}

const operationOf = {
  eligibility: operations.checkEligibility,
  apply: operations.applyDiscount,
  consume: operations.registerConsumption,
} as const satisfies Record<TrialStep, unknown>

/** Longer than the slowest of the assigned identities. */
const timeoutMs = 40_000

/** Makes one call of a trial to this installation's own API, at its public address, as a till would (D67). */
export async function tryCall(apiUrl: string, draft: TrialDraft, prepared: PreparedTrial): Promise<TriedCall> {
  const { step, key } = draft
  const operation = operationOf[step]
  const isAgain = draft.again === 'on' && draft.lastKey !== ''
  const idempotencyKey = step === 'eligibility' ? '' : isAgain ? draft.lastKey : randomUUID()
  const isSameSale = isAgain || step === 'consume'
  const reference = isSameSale && draft.reference !== '' ? draft.reference : `PRUEBA-${randomUUID().slice(0, 8)}`
  const consumptionDate = isAgain && draft.lastDate !== '' ? draft.lastDate : new Date().toISOString()
  const body = JSON.stringify(bodyOfTrial(draft, prepared, { reference, consumptionDate }), undefined, 2)
  const headers = {
    ...(key === '' ? {} : { 'X-Api-Key': key }),
    'Content-Type': 'application/json',
    'User-Agent': 'Aliado pruebas/1.0',
    ...(idempotencyKey === '' ? {} : { 'Idempotency-Key': idempotencyKey }),
  }
  const shown = { ...headers, ...(key === '' ? {} : { 'X-Api-Key': `ck_${apiKeyPrefix(key) ?? ''}.••••••` }) }
  const url = `${apiUrl}${operation.path}`
  const request = `${operation.method} ${url}\n${linesOf(Object.entries(shown))}\n\n${body}`
  const answered = await answerOf(url, { method: operation.method, headers, body })
  const value = answered?.value
  return {
    step,
    request,
    answer: answered?.text,
    status: answered?.status,
    apiKeyId: prepared.apiKeyId,
    authorizationCode: step === 'apply' ? (value?.authorizationCode ?? '') : draft.authorizationCode,
    reference: step === 'eligibility' ? draft.reference : reference,
    lastKey: idempotencyKey,
    lastDate: consumptionDate,
  }
}

const linesOf = (pairs: Iterable<readonly [string, string]>): string =>
  [...pairs].map(([name, value]) => `${name}: ${value}`).join('\n')

type Answered = { status: number; text: string; value: { authorizationCode?: string } | undefined }

/** Undefined where the connection ends, or nothing comes: that is what a till meets too. */
async function answerOf(url: string, request: RequestInit): Promise<Answered | undefined> {
  try {
    const answer = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const text = await answer.text()
    const { shown, value } = read(text)
    return {
      status: answer.status,
      text: `HTTP ${answer.status}\n${linesOf(answer.headers)}\n\n${shown}`,
      value,
    }
  } catch {
    return undefined
  }
}

function read(text: string): { shown: string; value: Answered['value'] } {
  try {
    const body: { value?: { authorizationCode?: string } | null } = JSON.parse(text)
    return { shown: JSON.stringify(body, undefined, 2), value: body.value ?? undefined }
  } catch {
    return { shown: text, value: undefined }
  }
}
