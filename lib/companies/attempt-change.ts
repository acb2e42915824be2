import type { OfficeTx } from '@/db/office'
import { findCompanyMembership } from '@/db/queries/offices/memberships'
import type { CompanyPermission } from '@/lib/accounts/permissions'
import { auditDenial } from '@/lib/audit/audit-denial'
import { recordEvent } from '@/lib/audit/record-event'
import type { CompanyContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** What a member asks of their company, as the trail names it. Without a subject it is the company itself. */
export type CompanyAttempt = {
  readonly action: string
  readonly subjectType?: string
  readonly subjectId?: number
}

/** What tells of another company: it goes into the trail although nothing was done. */
const alsoDenied = ['employed_elsewhere']

const eventOf = ({ member: { companyId, userId } }: CompanyContext, asked: CompanyAttempt) => {
  const { action, subjectType, subjectId } = asked
  const subject =
    subjectId === undefined
      ? { subjectType: 'company', subjectId: companyId }
      : { subjectType: subjectType ?? action.split('.')[0] ?? '', subjectId }
  return { ...subject, action, companyId, userId }
}

const auditDenialOf = <T>(ctx: CompanyContext, asked: CompanyAttempt, work: () => Promise<T>): Promise<T> =>
  auditDenial(ctx, eventOf(ctx, asked), work, alsoDenied)

/** Reads what a member asks of their company. Throws `permission_missing`; denials leave an audit event. */
export const attemptCompanyView = <T>(
  ctx: CompanyContext,
  permission: CompanyPermission,
  asked: CompanyAttempt,
  view: () => Promise<T>,
): Promise<T> =>
  auditDenialOf(ctx, asked, async () => {
    if (!ctx.member.permissions.includes(permission)) throw new OfficeFault('permission_missing')
    return view()
  })

/**
 * Does what a member asks of their company: all that `change` writes becomes true together, or nothing of it. What the member may is
 * read anew in its transaction (P-08). Throws `permission_missing`; that, what is not this company's (`not_found`) and what is
 * another's (`employed_elsewhere`) leave an audit event of what was denied.
 */
export const attemptCompanyChange = <T>(
  ctx: CompanyContext,
  permission: CompanyPermission,
  asked: CompanyAttempt,
  change: (tx: OfficeTx) => Promise<T>,
): Promise<T> =>
  auditDenialOf(ctx, asked, () =>
    ctx.db.transaction(async (tx) => {
      const doer = await findCompanyMembership(tx, ctx.member.companyId, ctx.member.userId)
      if (!doer?.permissions.includes(permission)) throw new OfficeFault('permission_missing')
      return change(tx)
    }),
  )

/** What was done, in the trail and in its transaction. `details` hold no identification. */
export const recordCompanyChange = (
  tx: OfficeTx,
  ctx: CompanyContext,
  done: CompanyAttempt,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> => recordEvent(tx, ctx.origin, { ...eventOf(ctx, done), details })
