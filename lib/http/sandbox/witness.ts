import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { flawsOfAddress, type SeenCall, seenAnswer, seenInput } from '@/lib/certification/seen'
import { type RequestOperation, requestOperations } from '@/lib/requests/filter'
import { terminalOf } from '@/lib/terminals/header'
import type { Witnessed } from '../staging'

const isOperation = (name: string): name is RequestOperation => (requestOperations as readonly string[]).includes(name)

const browserHeadersOf = ({ headers }: Request): NonNullable<SeenCall['browserHeaders']> => [
  ...(headers.has('origin') ? (['origin'] as const) : []),
  ...([...headers.keys()].some((name) => name.startsWith('sec-fetch-')) ? (['sec-fetch'] as const) : []),
]

/** What is kept of a call of a certification: no identification in clear and no secret (D32). */
function seenOf(call: Witnessed): SeenCall {
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
    sent: seenInput(call.sent, { keys: shared.identificationKeys }),
    answered: seenAnswer(call.answered),
  }
}

/** Hands a call to who writes down what a certification is judged by. */
export function witnessed(call: Witnessed): void {
  call.shared.seen.record({ merchantId: call.merchantId, seen: seenOf(call) })
}
