import type { CallOutcome, RefusalReason } from '@/db/queries/tills/credential-calls'

/** The credential that a call presented: known by its row, or only by the part of it that is not secret. */
export type Caller =
  | { readonly kind: 'api_key' | 'oauth_client'; readonly merchantId: number; readonly id: number }
  | { readonly kind: 'api_key' | 'oauth_client'; readonly name: string }

/** Why a credential's call was refused: shown to its merchant, never to the caller (D48, D50). */
export type Refusal = { readonly caller: Caller; readonly reason: RefusalReason }

/** In the order in which they are counted and shown in charts. */
export const callOutcomes = ['done', 'refused', 'denied', 'limited', 'failed'] as const satisfies CallOutcome[]

/** The outcome of a call, as its index in `callOutcomes`. */
export function outcomeIndexOf(status: number): number {
  if (status < 300) return 0
  if (status >= 500) return 4
  if (status === 429) return 3
  return status === 401 || status === 403 ? 2 : 1
}
