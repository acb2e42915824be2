import type { Device } from '@/lib/accounts/device'
import type { Permission } from '@/lib/accounts/permissions'
import type { TeamKind } from '@/lib/accounts/team'
import type { Side } from '@/lib/affiliations/party'
import type { ApprovalKind } from '@/lib/approvals/kinds'
import type { CredentialReference } from '@/lib/credentials/reference'
import type { ExpiryWarningDays } from '@/lib/credentials/status'
import type { Cents } from '@/lib/kernel/money'
import type { LocalDay } from '@/lib/language/days'
import type { Disabling } from '@/lib/network-merchants/disabling'
import type { Silence } from '@/lib/terminals/silence'

/** When something was done, and from where. */
export type Done = { readonly at: Date; readonly address: string | null }

/** What a person is told of their account. */
export type AccountMail =
  | { readonly kind: 'password_reset'; readonly path: string }
  | { readonly kind: 'password_changed' | 'two_step_enabled' | 'two_step_replaced' | 'two_step_disabled' }
  | { readonly kind: 'recovery_codes_renewed' }
  | { readonly kind: 'recovery_code_used'; readonly left: number }
  /** Of which team, and by whom; null for the operator of the network. */
  | { readonly kind: 'invitation'; readonly path: string; readonly tenant: string; readonly by: string | null }
  /** `by` is null for the command that invites the first operator. */
  | { readonly kind: 'operator_invitation'; readonly path: string; readonly by: string | null }

/** What a person is told of their place in a team. */
export type TeamMail =
  | { readonly kind: 'membership_changed'; readonly permissions: readonly Permission[] }
  | { readonly kind: 'membership_removed' }

type Credential = { readonly id: number; readonly name: string }

/** What the holders of `merchant.integrations.manage` are told that a person did to a credential. No secret is ever in it. */
export type CredentialMail = Credential &
  (
    | { readonly kind: 'api_key_created'; readonly expiresAt: Date }
    | { readonly kind: 'api_key_revoked' }
    | {
        readonly kind: 'api_key_restricted' | 'oauth_client_restricted'
        /** From where it is accepted now; empty for anywhere. */
        readonly addresses: readonly string[]
      }
    | { readonly kind: 'oauth_client_created' | 'oauth_client_rotated' | 'oauth_client_deleted' }
  )

/** What the same holders are told when all of a merchant's credentials were ended at once. */
export type EndOfAllMail = { readonly kind: 'credentials_ended'; readonly names: readonly string[] }

/** What one of them asked to be reminded of at the quietest hour of a credential. */
type CredentialReminder = Credential & { readonly kind: 'credential_reminder'; readonly of: 'api_key' | 'oauth_client' }

/** What the same holders are told that no person did. */
type ExpiryMail = Credential & {
  readonly kind: 'api_key_expiring'
  readonly expiresAt: Date
  readonly days: ExpiryWarningDays
  /** The tills that stop with it, the most recent ones by name. */
  readonly tills: readonly string[]
  readonly tillCount: number
}

/** What a member is told whose hand-off of a secret was opened, by whom nobody knows. No secret and no link is in it. */
type HandOffMail = {
  readonly kind: 'hand_off_opened'
  readonly credential: CredentialReference
  readonly name: string
  readonly branch: string | null
  readonly terminal: string | null
  readonly device: Pick<Device, 'browser' | 'system'>
}

/** What the same holders are told of tills that are silent in hours in which they always sell. */
export type SilenceMail = {
  readonly kind: 'terminals_silent'
  readonly silence: Silence<{
    readonly id: number
    readonly terminal: string
    readonly name: string | null
    readonly lastCallAt: Date | null
  }>
}

/** What the people of one side are told that the other side did. */
export type AffiliationMail =
  | { readonly kind: 'affiliation_requested' | 'affiliation_declined' | 'affiliation_withdrawn' }
  | { readonly kind: 'affiliation_accepted' }
  | { readonly kind: 'affiliation_ended'; readonly grants: number }

/** What the people of both sides are told that the operator of the network did on behalf of both. */
export type OperatorAffiliationMail =
  | { readonly kind: 'affiliation_made' }
  | { readonly kind: 'affiliation_ended_by_operator'; readonly grants: number }

/** What the people of a merchant are told that the operator of the network did of it; no person of the operator is named. */
export type MerchantMail =
  | ({ readonly kind: 'merchant_disabled' } & Pick<Disabling, 'cause' | 'message'>)
  | ({ readonly kind: 'merchant_disabling_ordered' } & Pick<Disabling, 'cause' | 'message' | 'takesEffectAt'>)
  | { readonly kind: 'merchant_disabling_undone' | 'merchant_enabled' }

/** By whom: the name of the tenant on the other side, never of a person there; and for which side the mail is. */
type Affiliation = { readonly other: string; readonly own: string; readonly to: Side }

/** What the operator's other people are told who can approve it. Nothing of what is proposed is in it. */
export type ApprovalMail = {
  readonly kind: 'approval_proposed'
  readonly of: ApprovalKind
  readonly by: string
  readonly at: Date
}

/**
 * What the people of a company who manage collaborators are told that the operator asks for somebody whose datum is wrong. Neither who
 * that is nor what is to be corrected is in it.
 */
export type RectificationMail = {
  readonly kind: 'rectification_asked'
  readonly company: string
  readonly collaboratorId: number
  readonly dueOn: LocalDay
}

/** What a collaborator who asks for it gets. */
type BenefitsMail = {
  readonly kind: 'benefits_link'
  readonly displayName: string
  readonly companyName: string
  readonly path: string
  readonly minutes: number
}

/** What a collaborator whom their company invites is told: what they have today, and how to use it. No identification is in it. */
type InvitationToBenefitsMail = {
  readonly kind: 'benefits_invitation'
  readonly displayName: string
  readonly companyName: string
  /** The name of the type of identification to show at the till. */
  readonly identificationType: string
  readonly benefits: readonly { readonly merchantName: string; readonly name: string; readonly worth: Worth }[]
  /** How many they have besides those. */
  readonly more: number
}

/** Hundredths: of a percent, or of a peso. */
type Worth = { readonly discountType: 'PCT' | 'AMT'; readonly value: Cents }

/** Everything that the service tells by mail, with all that is needed to say it. */
export type Mail =
  | (AccountMail & Done)
  | (TeamMail & { readonly of: TeamKind; readonly tenant: string; readonly by: string; readonly at: Date })
  | ((CredentialMail | EndOfAllMail) & Done & { readonly merchant: string; readonly by: string })
  | (HandOffMail & Done & { readonly merchant: string })
  | (CredentialReminder & { readonly merchant: string })
  | (ExpiryMail & { readonly merchant: string })
  | (SilenceMail & { readonly merchant: string })
  | ((AffiliationMail | OperatorAffiliationMail) & Affiliation)
  | ApprovalMail
  | (MerchantMail & { readonly merchant: string })
  | RectificationMail
  | BenefitsMail
  | InvitationToBenefitsMail
