/**
 * A fault is caused by the caller or by the environment: it becomes an answer. A bug is ours: it is an assertion and
 * becomes `internal_error`. One table maps codes to statuses (D2); the texts that people read are elsewhere
 * (lib/http/texts.ts).
 */
export const faultStatus = {
  invalid_request: 400,
  malformed_json: 400,
  idempotency_key_missing: 400,
  idempotency_key_invalid: 400,
  reference_in_use: 400,
  items_required: 400,
  no_applicable_items: 400,
  branch_invalid: 400,
  authorization_expired: 400,
  authorization_already_used: 400,
  credential_missing: 401,
  credential_invalid: 401,
  permission_missing: 403,
  merchant_disabled: 403,
  discount_not_available: 404,
  authorization_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_key_reused: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type FaultCode = keyof typeof faultStatus

/** What is wrong with one field: `field` is its JSON path (D3), `problem` names a text. */
export type FieldProblem = { field?: string; problem: string; values?: Record<string, string | number> }

export class Fault extends Error {
  readonly code: FaultCode
  readonly problems: readonly FieldProblem[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: FaultCode,
    details: { problems?: readonly FieldProblem[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'Fault'
    this.code = code
    this.problems = details.problems ?? []
    this.headers = details.headers ?? {}
  }

  get status(): number {
    return faultStatus[this.code]
  }
}
