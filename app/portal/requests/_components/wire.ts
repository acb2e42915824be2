import { type Operation, operations } from '@/lib/http/operations'
import { faultTexts, problemText } from '@/lib/http/texts'
import type { FaultCode } from '@/lib/kernel/fault'
import type { Language } from '@/lib/language/language'
import type { RequestPageView } from '@/lib/requests/show-request'

/** A call as it was sent and answered, as far as it was kept, written in the reader's language. */

const endpoints: Readonly<Record<string, string>> = {
  issueToken: 'POST /connect/token',
  revokeToken: 'POST /connect/revocation',
}

const operationOf = (id: string): Operation | undefined => (operations as Readonly<Record<string, Operation>>)[id]

/** The method and path of an operation. */
export function endpointOf(id: string): string {
  const operation = operationOf(id)
  return operation === undefined ? (endpoints[id] ?? id) : `${operation.method} ${operation.path}`
}

const isCode = (code: string): code is FaultCode => Object.hasOwn(faultTexts, code)

/** What was wrong, each with the field that it was in; undefined for a call that was accepted. */
export function problemsOf({ code, details }: RequestPageView, language: Language) {
  if (code === null) return undefined
  if (!isCode(code) || details.description !== undefined) {
    return { title: code, messages: [{ message: details.description ?? code }] }
  }
  const { title, message } = faultTexts[code]
  const problems = details.problems ?? []
  const messages: { message: string; field?: string }[] =
    problems.length === 0
      ? [{ message: message[language] }]
      : problems.map((problem) => ({
          message: problemText(problem, language),
          ...(problem.field === undefined ? {} : { field: problem.field }),
        }))
  return { title: title[language], messages }
}

/** What was sent; undefined when nothing of the body could be read. */
export function requestText({ operation, details }: RequestPageView): string | undefined {
  const { input, idempotencyKey } = details
  const endpoint = endpointOf(operation)
  const head = [endpoint, ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`])]
  if (endpoint.startsWith('GET ') || operation in endpoints) {
    return [...head, ...Object.entries(input ?? {}).map(([name, value]) => `${name}=${value}`)].join('\n')
  }
  return input === undefined ? undefined : [...head, '', JSON.stringify(input, null, 2)].join('\n')
}

/** What was answered. */
export function answerText(view: RequestPageView, language: Language): string {
  const { operation, status, code, requestId, replayed, details } = view
  const head = [`HTTP ${status}`, `X-Request-Id: ${requestId}`, ...(replayed ? ['Idempotent-Replayed: true'] : [])]
  // A balancer's page, which the test environment gave in place of an answer of ours.
  if (details.staged !== undefined && status === 502) return ['HTTP 502', 'Content-Type: text/html'].join('\n')
  return [...head, '', JSON.stringify(bodyOf(), null, 2)].join('\n')

  function bodyOf(): unknown {
    if (operation in endpoints) {
      if (code !== null) return { error: code, error_description: details.description }
      return operation === 'issueToken' ? { access_token: '•••', token_type: 'Bearer', expires_in: '•••' } : {}
    }
    const problems = problemsOf(view, language)
    if (problems !== undefined) return { code, ...problems }
    return { title: operationOf(operation)?.title[language], messages: [], value: details.value ?? null }
  }
}
