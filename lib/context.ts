import type { Database } from '@/db/database'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import type { IdentificationKeys } from '@/lib/network/identification'

/** The credential behind a call and whose it is. The merchant comes from here and from nowhere else (contract, 1). */
export type Actor = {
  readonly merchantId: number
  readonly credential: { readonly kind: 'api_key' | 'oauth_client'; readonly id: number }
  readonly permissions: readonly CredentialPermission[]
}

/** What an authorization comes to be, each a change of its row. */
export type AuthorizationOutcome = 'authorized' | 'consumed' | 'released' | 'expired'

/** What a verb works with. Randomness and settings come in through it. */
export type Context = {
  readonly db: Database
  readonly actor: Actor
  readonly identificationKeys: IdentificationKeys
  readonly authorizationTtlSeconds: number
  readonly newCode: () => string
  /** Counts what became of authorizations, once it is so in the database. */
  readonly tally: (outcome: AuthorizationOutcome, count?: number) => void
}

/** A write's idempotency key and the fingerprint of what it asked for (D44). */
export type Idempotency = { readonly key: string; readonly fingerprint: Buffer }
