import type { CallOutcome, RefusalReason } from '@/db/queries/tills/credential-records'

/** Which credential a call came from: known by its row, or only by the part of it that is no secret. */
export type Caller =
  | { readonly kind: 'api_key' | 'oauth_client'; readonly merchantId: number; readonly id: number }
  | { readonly kind: 'api_key' | 'oauth_client'; readonly name: string }

/** Why a credential's call was turned away: for its merchant's eyes, never for the wire (D48, D50). */
export type Refusal = { readonly caller: Caller; readonly reason: RefusalReason }

/** In the order in which they are counted and drawn. */
export const callOutcomes = ['done', 'refused', 'denied', 'limited', 'failed'] as const satisfies CallOutcome[]

/** What became of a call, as the place of its outcome in `callOutcomes`. */
export function outcomeIndexOf(status: number): number {
  if (status < 300) return 0
  if (status >= 500) return 4
  if (status === 429) return 3
  return status === 401 || status === 403 ? 2 : 1
}
