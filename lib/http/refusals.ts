import type { CredentialPermission } from '@/lib/credentials/permissions'
import { Fault, type FaultCode, type FieldProblem } from '@/lib/kernel/fault'
import { documentationUrl, helpLink, type Site, serviceLinks } from './help'
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

/** The 404 of a path that does not exist, with where the paths are explained (D63; RFC 8631). */
export const nothingThere = (site: Site): Fault =>
  new Fault('not_found', {
    problems: [{ problem: 'unknown_path', values: { documentation: documentationUrl(site) } }],
    headers: { Link: `${helpLink(site, 'not_found')}, ${serviceLinks(site)}` },
  })

/** The 400 of a call with a key and a token (D47). */
export const twoCredentials: FieldProblem = { problem: 'two_credentials' }

/** The 400s that no schema of a body, or of a query, can say (D7). */
const bodyRules: readonly FieldProblem[] = [{ problem: 'too_deep' }, { problem: 'ill_formed_text' }]
const queryRules: readonly FieldProblem[] = [{ problem: 'repeated_parameter' }, { problem: 'ill_formed_text' }]

/** Every fault with that code that an operation may answer; of what is wrong with a field, what its schema does not say. */
export function refusalsOf(operation: Operation, code: FaultCode): Fault[] {
  const refused = (problem: FieldProblem) => new Fault(code, { problems: [problem] })
  switch (code) {
    case 'invalid_request':
      return [
        new Fault(code),
        refused(twoCredentials),
        ...(operation.body ? bodyRules : operation.query ? queryRules : []).map(refused),
        ...(operation.rules ?? []).map(refused),
      ]
    case 'permission_missing':
      return operation.permission === null ? [] : [refused(lacking(operation.permission))]
    case 'unsupported_media_type':
      return [new Fault(code), codedBody()]
    case 'rate_limited':
      return [new Fault(code), ...(operation.hasMisses ? [refused(missesSpent)] : [])]
    default:
      return [new Fault(code)]
  }
}
