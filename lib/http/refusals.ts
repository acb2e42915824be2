import type { CredentialPermission } from '@/lib/credentials/permissions'
import { Fault, type FaultCode, type FieldProblem } from '@/lib/kernel/fault'
import type { Operation } from './operations'

/** Refusals that say more than their code's own message, in one place for the code that refuses and for the OpenAPI document. */

/** The 429 of the budget of misses (D60). */
export const missesSpent: FieldProblem = { problem: 'misses_spent' }

/** The 403 of a credential without that permission (D64). */
export const lacking = (permission: CredentialPermission): FieldProblem => ({
  problem: 'permission',
  values: { permission },
})

/** The 415 of a body in a content coding (D65), with what would have been read (RFC 9110, 12.5.3). */
export const codedBody = (): Fault =>
  new Fault('unsupported_media_type', {
    problems: [{ problem: 'content_coding' }],
    headers: { 'Accept-Encoding': 'identity' },
  })

/** The fault of a 431 (D65). */
export const headersTooLarge = (): Fault =>
  new Fault('invalid_request', { problems: [{ problem: 'headers_too_large' }] })

/** Every fault with that code that an operation may answer, apart from what is wrong with a field. */
export function refusalsOf(operation: Operation, code: FaultCode): Fault[] {
  if (code === 'permission_missing' && operation.permission !== null)
    return [new Fault(code, { problems: [lacking(operation.permission)] })]
  if (code === 'unsupported_media_type') return [new Fault(code), codedBody()]
  if (code === 'rate_limited' && operation.hasMisses)
    return [new Fault(code), new Fault(code, { problems: [missesSpent] })]
  return [new Fault(code)]
}
