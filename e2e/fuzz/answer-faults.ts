import { type Operation, operations } from '@/lib/http/operations'
import type { Answer, OperationId } from '../fixtures/client'
import { expectDocumented } from '../fixtures/documented'
import type { DraftHeaders } from './drafts'
import { parsedBody, type Verdict } from './validity'
import type { World } from './world'

/** What was sent, as far as it decides which answers are right. */
export type Sent = {
  readonly headers: DraftHeaders
  /** Of the body or of the query. */
  readonly input: Verdict
  readonly bytes: Buffer | undefined
}

/** What is wrong with an answer; nothing with a good one. */
export function faultsOfAnswer(id: OperationId, sent: Sent, answer: Answer, world: World): string[] {
  const operation: Operation = operations[id]
  const faults = [...documented(operation, answer), ...echoes(answer, sent.bytes, world)]
  const said = codeOf(answer)
  const claim = (holds: boolean, what: string) => {
    if (!holds) faults.push(`${what}: ${answer.status} ${said}`)
  }
  const { credential, contentType, idempotencyKey } = sent.headers
  if (answer.status >= 500) claim(false, 'never a 5xx')
  else if (credential.refused) claim(answer.status === credential.refused, `the credential is ${credential.refused}`)
  else if (operation.body && !contentType.fine) claim(answer.status === 415, 'the content type is 415')
  else if (operation.idempotent && !idempotencyKey.fine) {
    const told = ['idempotency_key_missing', 'idempotency_key_invalid', 'malformed_json', 'invalid_request']
    claim(told.includes(said), 'the idempotency key is refused')
  } else if (sent.input === 'invalid') {
    claim(['invalid_request', 'malformed_json'].includes(said), 'invalid input is refused as such')
  } else if (sent.input === 'valid') {
    claim(!['malformed_json', 'unsupported_media_type'].includes(said), 'sound JSON is read')
    claim(said !== 'invalid_request' || mayBeRefused(id, sent.bytes, world), 'sound input is accepted')
  }
  if (answer.status === 201) faults.push(...faultsOfAmounts(sent.bytes, answer))
  return faults
}

const codeOf = (answer: Answer): string => (typeof answer.body?.code === 'string' ? answer.body.code : '')

function documented(operation: Operation, answer: Answer): string[] {
  try {
    expectDocumented(operation.path, operation.method, answer)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  const type = answer.headers.get('content-type')
  return type === 'application/json; charset=utf-8' ? [] : [`the content type is ${type}`]
}

/** D24 and D39: input of the right shape whose value is none. */
function mayBeRefused(id: OperationId, bytes: Buffer | undefined, world: World): boolean {
  const fields = fieldsOf(bytes)
  if (id === 'registerConsumption') return Date.parse(String(fields.consumptionDate)) > Date.now()
  return 'identificationTypeId' in fields && !world.identificationTypeIds.includes(Number(fields.identificationTypeId))
}

const fieldsOf = (bytes: Buffer | undefined): Record<string, unknown> => {
  const json = bytes && parsedBody(bytes)?.json
  return typeof json === 'object' && json !== null ? { ...json } : {}
}

/** D32: no answer gives an identification or a secret back, its headers included; the request id is the caller's own. */
export function echoes(answer: Answer, bytes: Buffer | undefined, world: World): string[] {
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id').map(([, value]) => value)
  const said = [answer.text, ...headers].join('\n')
  const found = world.secrets.filter((secret) => said.includes(secret)).map((secret) => `echoes ${secret.slice(0, 3)}…`)
  const { identification, reference } = fieldsOf(bytes)
  const isOwn =
    typeof identification === 'string' && identification.length >= 8 && !String(reference).includes(identification)
  return isOwn && said.includes(identification) ? [...found, 'echoes the identification that was sent'] : found
}

/** D16, and that what was made is what was asked for. */
function faultsOfAmounts(bytes: Buffer | undefined, { body }: Answer): string[] {
  const asked = fieldsOf(bytes)
  const { reference, purchaseAmount, discountAmount, finalAmount } = body.value
  const inCents = (amount: number) => Math.round(amount * 100)
  const faults = []
  if (inCents(finalAmount) !== inCents(purchaseAmount) - inCents(discountAmount) || finalAmount < 0) {
    faults.push(`${purchaseAmount} - ${discountAmount} is not ${finalAmount}`)
  }
  if (reference !== asked.reference) faults.push('the reference is another')
  if (typeof asked.purchaseAmount === 'number' && asked.purchaseAmount !== purchaseAmount)
    faults.push('the amount is another')
  return faults
}
