import type { Permission } from '@/lib/accounts/permissions'
import type { ApprovalKind } from '@/lib/approvals/kinds'
import type { DisablingCause } from '@/lib/network-merchants/disabling'
import type { CaseKind } from '@/lib/privacy/cases'
import type { activityKinds } from './activity'

/** How one credential takes the place of another; of both of them (ADR-0043). */
type Replaced = 'replacement_started' | 'replacement_finished' | 'replacement_abandoned'

/**
 * What the audit trail can say. A new action is added to `Verbs`, and its noun to a kind of `activity.ts`; words of it that are
 * missing in `lib/messages` are then a type error. Rows are never changed: what was once recorded must still be read
 * (`reasonOf`).
 */
type Verbs = {
  session: 'started' | 'second_step_passed' | 'step_up_passed' | 'ended'
  two_step: 'enabled' | 'replaced' | 'disabled'
  recovery_code: 'used'
  recovery_codes: 'renewed'
  password: 'changed' | 'reset_requested' | 'reset'
  data_key: 'change_begun' | 'change_ended'
  api_key: 'created' | 'revoked' | 'restricted' | Replaced | 'seen' | 'searched'
  oauth_client: 'created' | 'rotated' | 'switched' | 'restricted' | 'deleted' | Replaced | 'seen' | 'searched'
  credentials: 'ended'
  terminal: 'described' | 'muted' | 'unmuted' | 'merged'
  expiry_calendar: 'opened' | 'revoked'
  certification: 'started' | 'scene_opened' | 'scene_closed' | 'scene_dropped' | 'scene_attested' | 'ended' | 'voided'
  hand_off: 'made' | 'opened' | 'withdrawn'
  discount: 'created' | 'changed' | 'published' | 'paused' | 'ended' | 'duplicated' | 'seen'
  invitation: 'sent' | 'withdrawn' | 'accepted'
  membership: 'changed' | 'removed'
  /** `made` by the operator, on behalf of both sides. */
  affiliation: 'requested' | 'accepted' | 'declined' | 'withdrawn' | 'made' | 'ended' | 'seen'
  merchant: 'created' | 'changed' | 'disabling_ordered' | 'disabling_undone' | 'disabled' | 'enabled'
  company: 'created' | 'changed'
  sale: 'charged' | 'canceled' | 'searched'
  article: 'created' | 'changed' | 'deleted'
  articles: 'uploaded' | 'imported' | 'dropped'
  category: 'created' | 'renamed' | 'deleted'
  branch: 'created' | 'renamed' | 'activated' | 'deactivated'
  /** `rectification_asked` by the operator, for a person whose datum is wrong. */
  collaborator:
    | 'created'
    | 'changed'
    | 'activated'
    | 'deactivated'
    | 'seen'
    | 'revealed'
    | 'invited'
    | 'erased'
    | 'rectification_asked'
  collaborators: 'uploaded' | 'imported' | 'dropped' | 'exported' | 'invited'
  collaborator_type: 'created' | 'renamed'
  grant: 'given' | 'withdrawn'
  closing: 'closed' | 'reopened'
  sandbox: 'prepared' | 'emptied' | 'armed' | 'disarmed'
  policy: 'set'
  identification_type: 'created' | 'renamed' | 'retired'
  incident: 'opened' | 'updated'
  announcement: 'published' | 'withdrawn'
  file: 'downloaded'
  support_view: 'started' | 'ended' | 'revoked'
  approval: 'proposed' | 'approved' | 'refused' | 'withdrawn'
  four_eyes: 'set_off' | 'set_on' | 'restored'
  person: 'sought' | 'shown' | 'downloaded'
  privacy_case: 'opened' | 'seen' | 'rectification_asked' | 'answered' | 'refused'
  page: 'opened'
  action: 'called'
}

/** The nouns of all kinds that a reader can filter by: an action whose noun is of no kind cannot be recorded. */
export type AuditNoun = (typeof activityKinds)[keyof typeof activityKinds][number]

type ActionOf<Noun extends AuditNoun> = { [One in Noun]: `${One}.${Verbs[One]}` }[Noun]

/** A noun and what was done to it, such as `api_key.revoked`; with the outcome `denied`, what was tried. */
export type AuditAction = ActionOf<AuditNoun>

/** A text for each action. */
export type WordsOfActions = { readonly [Noun in AuditNoun]: Readonly<Record<Verbs[Noun], string>> }

/** Events of users' accounts. */
export type AccountEvent =
  | ActionOf<'session' | 'two_step' | 'recovery_code' | 'recovery_codes' | 'password' | 'invitation' | 'membership'>
  | 'action.called'

/** What something is done to, as the audit trail names it. */
export type Subject = {
  readonly type:
    | 'merchant'
    | 'company'
    | 'operator'
    | 'user'
    | 'session'
    | 'permission'
    | 'invitation'
    | 'api_key'
    | 'oauth_client'
    | 'terminal'
    | 'certification'
    | 'discount'
    | 'affiliation'
    | 'affiliation_request'
    | 'article'
    | 'articles'
    | 'category'
    | 'branch'
    | 'collaborator'
    | 'collaborator_type'
    | 'import'
    | 'closing'
    | 'file'
    | 'sale'
    | 'support_view'
    | 'approval'
    | 'identification_type'
    | 'incident'
    | 'announcement'
    | 'data_key'
    | 'privacy_case'
  readonly id: number | string
}

/** Why something was denied, or happened. */
export type AuditReason =
  | 'permission_missing'
  | 'permission_not_yours'
  | 'last_holder'
  | 'not_found'
  | 'employed_elsewhere'
  | 'password_wrong'
  | 'code_wrong'
  | 'code_used'
  | 'disabled'
  | 'unknown'
  | 'signed_out'
  | 'ended_by_user'
  | 'rate_limited'
  | 'approval_own'
  | 'approval_not_yours'
  | 'four_eyes_needed'

/** The reason of a row, by its name of today: rows from before a renaming have the old one. */
export const reasonOf = (recorded: string | null): string | null =>
  recorded === 'wrong_password' ? ('password_wrong' satisfies AuditReason) : recorded

type Named = { readonly name: string }
/** From where a credential was accepted, and from where it is now; empty for anywhere. */
type Restricted = { readonly before: readonly string[]; readonly after: readonly string[] }
/** Names of the two, and whether the new one stays when the replacing is given up. */
type Replacing = { readonly former: string; readonly successor: string; readonly isKept: boolean }
type Imported = { readonly added: number; readonly changed: number; readonly same: number; readonly refused: number }
type Restored = { readonly restored: readonly Permission[] }
type Lacked = { readonly permission: Permission | 'merchant' | 'company' | 'operator' }

type DetailsOfNoun = {
  session: { readonly stage: string; readonly by: 'totp' | 'recovery_code'; readonly count: number }
  two_step: object
  recovery_code: { readonly left: number }
  recovery_codes: object
  password: object
  api_key: Named &
    Restricted &
    Replacing & { readonly permissions: readonly string[]; readonly validityDays: number; readonly expiresAt: Date }
  expiry_calendar: object
  oauth_client: Named & Restricted & Replacing & { readonly permissions: readonly string[] }
  /** All that there were, when all of them were ended at once. */
  credentials: Named & {
    readonly ended: readonly { readonly kind: 'api_key' | 'oauth_client'; readonly id: number; readonly name: string }[]
  }
  hand_off: Named & { readonly branch: string | null; readonly terminal: string | null; readonly expiresAt: Date }
  /** By its id, or its address where it has none; what the merchant calls it, and whether there is a note; the id that it had before. */
  terminal: Named & { readonly called: string | null; readonly hasNote: boolean; readonly former: string }
  /** By the name of its credential when it begins; the version before and the one after when it is void. */
  certification: Named & {
    readonly scene: string
    readonly result: 'passed' | 'failed' | 'void'
    readonly code: string
    readonly was: string
  }
  discount: Named & { readonly from: string | number; readonly changes: readonly object[] }
  invitation: Restored & { readonly email: string; readonly permissions: readonly string[] }
  membership: Restored &
    Named & {
      readonly email: string
      readonly from: readonly Permission[]
      readonly to: readonly Permission[]
      readonly invitationsWithdrawn: number
    }
  affiliation: Named & { readonly by: 'merchant' | 'company' | 'operator'; readonly grants: number }
  /** What its people read of a disabling, and from when; the name that it had before a change. */
  merchant: Named & {
    readonly was: string
    readonly cause: DisablingCause
    readonly message: string
    readonly at: Date
  }
  company: Named & { readonly was: string }
  /** What was redeemed by hand: the reference, never the person. */
  sale: { readonly reference: string }
  article: Named & { readonly category: string | null; readonly was: string; readonly wasCategory: string | null }
  articles: Named & Imported
  category: Named & { readonly was: string; readonly articles: number }
  branch: Named & { readonly was: string }
  collaborator: Named & { readonly changed: readonly string[] }
  collaborators: Named & Imported & { readonly count: number }
  collaborator_type: Named
  grant: Named & { readonly merchant: string; readonly to: 'team' | readonly string[] }
  closing: Named & {
    readonly day: string
    readonly consumptions: number
    readonly final: string
    readonly why: string
  }
  /** Rows that were made; reservations that were released; which fault, and how many were taken away. */
  sandbox: {
    readonly made: number
    readonly released: number
    readonly fault: string
    readonly operation: string | null
    readonly seconds: number | null
    readonly times: number
    readonly until: string
    readonly disarmed: number
  }
  /** What was set for a merchant, until when, and why. */
  policy: {
    readonly policy: string
    readonly value: number | null
    readonly burst: number | null
    readonly until: string | null
    readonly why: string
  }
  /** The generation to which all was brought, and how many rows were read back; never a key, nor a digest of one. */
  data_key: Named & { readonly verified: number }
  identification_type: Named & { readonly was: string }
  incident: Named & { readonly state: string }
  announcement: Named & { readonly audience: string }
  file: Named & Lacked
  /** The ticket and the reason, and for how long. */
  support_view: Named & { readonly minutes: number }
  approval: {
    readonly kind: ApprovalKind
    /** Carried out at once, since four eyes were off. */
    readonly alone: boolean
    readonly proposedBy: string
    readonly why: string
  }
  four_eyes: { readonly why: string }
  /** The numbers of collaborators, never who they are; the format of a file. */
  person: { readonly people: readonly number[]; readonly format: string }
  /** What was asked, and of how many rows of people; nothing of who asked. */
  privacy_case: { readonly kind: CaseKind; readonly people: number; readonly company: string }
  page: Lacked
  action: Lacked
}

type NounOf<Action extends AuditAction> = Action extends `${infer Noun extends AuditNoun}.${string}` ? Noun : never

/** What the trail keeps besides of an action. No secret and no identification. */
export type AuditDetails<Action extends AuditAction> = Partial<DetailsOfNoun[NounOf<Action>]> & {
  readonly reason?: AuditReason
}
