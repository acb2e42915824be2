import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Operation, operations } from '@/lib/http/operations'
import { allowedBy, type KnownValues } from '../fixtures/allowed-values'
import { call, type OperationId } from '../fixtures/client'
import type { ApiKey } from '../fixtures/factories'
import { answerAt, inputSchema, member } from '../fixtures/openapi'

/** The operations that take something. */
export const withInput = (Object.keys(operations) as OperationId[]).filter((id) => {
  const { path, method } = operations[id]
  return inputSchema(path, method) !== undefined
})

const said = (body: unknown): string[] => {
  const messages = member(body, 'messages')
  const code = String(member(body, 'code'))
  if (code !== 'invalid_request' || !Array.isArray(messages)) return [code]
  return messages.map((one) => `${code} ${member(one, 'field')}: ${member(one, 'message')}`)
}

/**
 * The rules that a request which fits its schemas may break, as the document names them for an operation: codes of its own, and of
 * `invalid_request` the examples that are of a field.
 */
function namedRules({ path, method, faults }: Operation): string[] {
  const own = faults.filter((code) => code !== 'invalid_request')
  const examples = Object.values(Object(answerAt(path, method, 400, 'content', 'application/json', 'examples')))
  const ofFields = examples.flatMap((example) => said(member(example, 'value'))).filter((one) => / \w+: /.test(one))
  return [...own, ...ofFields.filter((one) => !one.startsWith('invalid_request undefined'))]
}

/**
 * Sends what the document allows, so many times, and fails with the smallest request that is refused by a rule which the document does not
 * name for its operation. Each answer is held to the document. Returns how often each answer came.
 */
export async function sendAllowed(
  url: string,
  id: OperationId,
  known: KnownValues,
  credential: ApiKey,
  { seed, count }: { seed: number; count: number },
): Promise<Map<string, number>> {
  const operation: Operation = operations[id]
  const allowed = allowedBy(inputSchema(operation.path, operation.method), known)
  const seen = new Map<string, number>()
  const named = namedRules(operation)
  const property = fc.asyncProperty(allowed, async (input) => {
    const query = Object.fromEntries(Object.entries(Object(input)).map(([name, value]) => [name, String(value)]))
    const sent = operation.body ? { body: input } : { query }
    const answer = await call(url, id, {
      credential,
      idempotencyKey: operation.idempotent ? randomUUID() : false,
      ...sent,
    })
    const kind = answer.status < 300 ? [`${answer.status}`] : said(answer.body)
    for (const one of kind) seen.set(one, (seen.get(one) ?? 0) + 1)
    if (answer.status === operation.status) return
    const unnamed = kind.filter((one) => !named.includes(one))
    if (unnamed.length > 0) throw new Error(`${answer.status} ${unnamed.join('; ')}`)
  })
  await fc.assert(property, { seed, numRuns: count, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true })
  return seen
}
