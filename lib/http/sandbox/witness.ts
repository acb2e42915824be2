import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { listKnownSkus } from '@/db/queries/tills/certification'
import { flawsOfAddress, type SeenCall, seenAnswer, seenInput, skusOf } from '@/lib/certification/seen'
import { oldestOf } from '@/lib/identification/identification'
import { type RequestOperation, requestOperations } from '@/lib/requests/filter'
import { terminalOf } from '@/lib/terminals/header'
import type { ApiRequest } from '../exchange'
import type { Witnessed } from '../staging'

const isOperation = (name: string): name is RequestOperation => (requestOperations as readonly string[]).includes(name)

/** Node's `fetch` sends `Sec-Fetch-Mode` too; where it comes from only a page of a browser says (Fetch Metadata, 2.3). */
const browserHeadersOf = ({ headers }: ApiRequest): NonNullable<SeenCall['browserHeaders']> => [
  ...(headers.has('origin') ? (['origin'] as const) : []),
  ...(headers.has('sec-fetch-site') ? (['sec-fetch'] as const) : []),
]

/** What is kept of a call of a certification: no identification in clear and no secret (D32). */
function seenOf(call: Witnessed, catalogue: ReadonlySet<string> | undefined): SeenCall {
  const { shared, request, operation, status, code, idempotencyKey, fingerprint, retryAfter, staged } = call
  const flaws = flawsOfAddress(new URL(request.url))
  const browserHeaders = browserHeadersOf(request)
  const terminal = terminalOf(request.headers.get('x-terminal-id'))
  return {
    ...{ id: v7({ msecs: call.arrivedAt }), requestId: call.requestId, credential: call.credential },
    ...{ operation: isOperation(operation) ? operation : null, method: request.method, status },
    ...{ arrivedAt: call.arrivedAt, answeredAt: call.answeredAt },
    ...(code === undefined ? {} : { code }),
    ...(call.isReplay ? { isReplay: true } : {}),
    ...(call.isCut ? { isCut: true } : {}),
    ...(retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfterSeconds: Number(retryAfter) } : {}),
    ...(staged === undefined ? {} : { staged }),
    userAgent: request.headers.get('user-agent') ?? '',
    ...(browserHeaders.length === 0 ? {} : { browserHeaders }),
    ...(terminal === undefined ? {} : { terminal }),
    ...(flaws.length === 0 ? {} : { inAddress: flaws }),
    ...(idempotencyKey === undefined ? {} : { key: createHash('sha256').update(idempotencyKey).digest('hex') }),
    ...(fingerprint === undefined ? {} : { fingerprint: fingerprint.toString('hex') }),
    sent: seenInput(call.sent, {
      keys: oldestOf(shared.identificationKeys),
      ...(catalogue && { unknownSkus: (skus) => skus.filter((sku) => !catalogue.has(sku)).length }),
    }),
    answered: seenAnswer(call.answered),
  }
}

/** Of the SKUs that a call sent, those that its merchant's catalogue has; undefined where none were sent, or it could not be asked. */
async function catalogueOf({ shared, merchantId, sent, fingerprint }: Witnessed): Promise<Set<string> | undefined> {
  // A stranger's body may hold anything; one that was accepted holds as many items as the contract allows.
  const skus = fingerprint === undefined ? [] : skusOf(sent)
  return skus.length === 0 ? undefined : listKnownSkus(shared.db, merchantId, skus).catch(() => undefined)
}

/** Writes down what a certification is judged by. */
export async function witnessed(call: Witnessed): Promise<void> {
  const seen = seenOf(call, await catalogueOf(call))
  await call.shared.seen.record({ merchantId: call.merchantId, seen })
}
