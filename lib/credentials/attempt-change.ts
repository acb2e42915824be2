import type { OfficeTx } from '@/db/office'
import type { MembershipDetails } from '@/db/queries/offices/memberships'
import { demandPermission } from '@/lib/accounts/demand-permission'
import { auditDenial } from '@/lib/audit/audit-denial'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext, OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

export type Attempt = {
  readonly action: `${'api_key' | 'oauth_client'}.${'created' | 'rotated' | 'revoked' | 'deleted' | 'seen'}`
  /** Absent while there is none yet: then it is the merchant to which one is to be added. */
  readonly credentialId?: number
}

/** What a verb on credentials works with: the office's context, and what the mails that it sends need. */
export type IntegrationsContext = OfficeContext & Pick<AccountContext, 'officeUrl' | 'now'>

const subjectOf = (ctx: OfficeContext, { action, credentialId }: Attempt) =>
  credentialId === undefined
    ? { subjectType: 'merchant', subjectId: ctx.member.merchantId }
    : { subjectType: action.startsWith('api_key') ? 'api_key' : 'oauth_client', subjectId: credentialId }

const eventOf = (ctx: OfficeContext, asked: Attempt) => ({
  ...subjectOf(ctx, asked),
  action: asked.action,
  merchantId: ctx.member.merchantId,
  userId: ctx.member.userId,
})

const required = 'merchant.integrations.manage'

/** Reads what a member asks of the merchant's credentials. Throws `permission_missing`; denials leave an audit event. */
export const attemptView = <T>(ctx: OfficeContext, asked: Attempt, view: () => Promise<T>): Promise<T> =>
  auditDenial(ctx, eventOf(ctx, asked), async () => {
    if (!ctx.member.permissions.includes(required)) throw new OfficeFault('permission_missing')
    return view()
  })

/**
 * Does what a member asks of the merchant's credentials: all that `change` writes becomes true together, or nothing of it. What the
 * member may is read anew in its transaction (P-08). Throws `permission_missing` without `merchant.integrations.manage`; that, and
 * a credential that is not this merchant's (`not_found`), leaves an audit event of what was denied.
 */
export const attemptChange = <T>(
  ctx: OfficeContext,
  asked: Attempt,
  change: (tx: OfficeTx, doer: MembershipDetails) => Promise<T>,
): Promise<T> =>
  auditDenial(ctx, eventOf(ctx, asked), () =>
    ctx.db.transaction(async (tx) => {
      const doer = await demandPermission(tx, ctx.member, required)
      return change(tx, doer)
    }),
  )

/** What was done, in the trail and in its transaction. `details` name no secret. */
export const recordChange = (
  tx: OfficeTx,
  ctx: OfficeContext,
  done: Required<Attempt>,
  details: Readonly<Record<string, unknown>>,
): Promise<void> => recordEvent(tx, ctx.origin, { ...eventOf(ctx, done), details })
