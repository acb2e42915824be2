import type { Database } from '@/db/database'
import type { OfficeDb } from '@/db/office'
import type { CompanyPermission, MerchantPermission, OperatorPermission } from '@/lib/accounts/permissions'
import type { CredentialPermission } from '@/lib/credentials/permissions'
import type { IdentificationKeys } from '@/lib/identification/identification'
import type { Keyring } from '@/lib/kernel/data-keys'
import type { Environment } from '@/lib/kernel/environment'
import type { Gate } from '@/lib/kernel/gate'

/** Who redeems, and at which merchant: no verb takes the merchant from anywhere else (contract, 1). */
export type Redeemer = {
  readonly merchantId: number
  /** The credential of a merchant's system; undefined for a member at the till in the browser (D68). */
  readonly credential: { readonly kind: 'api_key' | 'oauth_client'; readonly id: number } | undefined
}

/** The credential of a call, and its merchant. */
export type Actor = Redeemer & {
  readonly credential: NonNullable<Redeemer['credential']>
  readonly permissions: readonly CredentialPermission[]
}

/** What can happen to an authorization, each a change of its row. */
export type AuthorizationOutcome = 'authorized' | 'consumed' | 'released' | 'expired'

/** What a verb works with: randomness and settings come from here. */
export type Context = {
  readonly db: Database
  readonly actor: Redeemer
  readonly identificationKeys: IdentificationKeys
  readonly authorizationTtlSeconds: number
  readonly newCode: () => string
  /** Counts changes of authorizations, once they are committed in the database. */
  readonly tally: (outcome: AuthorizationOutcome, count?: number) => void
}

/** A write's idempotency key and the fingerprint of what it asked for (D44). */
export type Idempotency = {
  readonly key: string
  readonly fingerprint: Buffer
  /** The fingerprints that the same has under other keys of this installation (ADR-0060); absent where there was never another. */
  readonly formerly?: () => Promise<readonly Buffer[]>
}

/** Where a request of an office came from, for the audit trail. */
export type Origin = {
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string
}

/** A user who passed both steps of signing in, acting for one of the merchants that they are a member of. */
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

/** A user who passed both steps of signing in, acting for one of the companies that they are a member of. */
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

/** A user who passed both steps of signing in, one of the people who run the network. */
export type OperatorMember = {
  readonly userId: number
  readonly sessionId: number
  readonly operator: true
  readonly permissions: readonly OperatorPermission[]
}

/** What a verb of the operator's office works with. */
export type OperatorContext = {
  readonly db: OfficeDb
  readonly member: OperatorMember
  readonly origin: Origin
}

/** What a verb works with that all offices have alike: whose it is, its member says. */
export type TeamOfficeContext = {
  readonly db: OfficeDb
  readonly member: Member | CompanyMember | OperatorMember
  readonly origin: Origin
}

/** The context of verbs that read or write identifications (D32). */
export type PeopleContext = CompanyContext &
  Pick<AccountContext, 'environment'> & { readonly identificationKeys: IdentificationKeys }

/** What the verbs of accounts work with, whether or not somebody is signed in: time and settings come from here. */
export type AccountContext = {
  readonly db: OfficeDb
  readonly origin: Origin
  /** The address that every link in a mail begins with. */
  readonly officeUrl: string
  /** Seals the shared secrets of two-step verification. */
  readonly totpKey: Keyring
  /** Seals the content of uploaded files until they are confirmed. */
  readonly importKey: Keyring
  /** Bounds how many passwords are hashed at a time. */
  readonly hashing: Gate
  readonly environment: Environment
  readonly now: () => Date
}

/** The same for a signed-in user; `lib/accounts/session.ts` says how far the sign-in has come. */
export type UserContext = AccountContext & {
  readonly user: { readonly userId: number; readonly sessionId: number }
}
