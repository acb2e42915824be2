import type { Database } from '@/db/database'
import type { OfficeDb } from '@/db/office'
import type { CompanyPermission, MerchantPermission } from '@/lib/accounts/permissions'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import type { IdentificationKeys } from '@/lib/identification/identification'
import type { Gate } from '@/lib/kernel/gate'

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

/** Where a request of an office came from: what the audit trail says of it. */
export type Origin = {
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string
}

/** A user who passed both steps of signing in, at work for one of the merchants that they are a member of. */
export type Member = {
  readonly userId: number
  readonly sessionId: number
  readonly merchantId: number
  readonly permissions: readonly MerchantPermission[]
}

/** What a verb of the merchant's office works with. */
export type OfficeContext = {
  readonly db: OfficeDb
  readonly member: Member
  readonly origin: Origin
}

/** A user who passed both steps of signing in, at work for one of the companies that they are a member of. */
export type CompanyMember = {
  readonly userId: number
  readonly sessionId: number
  readonly companyId: number
  readonly permissions: readonly CompanyPermission[]
}

/** What a verb of a company's office works with. */
export type CompanyContext = {
  readonly db: OfficeDb
  readonly member: CompanyMember
  readonly origin: Origin
}

/** The same, for verbs that meet identifications (D32). */
export type PeopleContext = CompanyContext & { readonly identificationKeys: IdentificationKeys }

/** What the verbs of accounts work with, whoever asks. Time and settings come in through it. */
export type AccountContext = {
  readonly db: OfficeDb
  readonly origin: Origin
  /** The one address that links in mails begin with. */
  readonly officeUrl: string
  /** Seals the shared secrets of two-step verification. */
  readonly totpKey: Buffer
  /** Seals what was read of uploaded files until it is confirmed. */
  readonly importKey: Buffer
  /** Bounds how many passwords are hashed at a time. */
  readonly hashing: Gate
  readonly now: () => Date
}

/** The same, of somebody who is signed in; how far is for `lib/accounts/session.ts` to say. */
export type UserContext = AccountContext & {
  readonly user: { readonly userId: number; readonly sessionId: number }
}
