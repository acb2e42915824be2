import type { OfficeTx } from '@/db/office'
import { findCompanyMembership } from '@/db/queries/memberships'
import type { CompanyPermission } from '@/lib/accounts/permissions'
import { recordEvent } from '@/lib/audit/record-event'
import type { CompanyContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** What a member asks of their company, as the trail names it. Without a subject it is the company itself. */
export type CompanyAttempt = {
  readonly action: string
  readonly subjectType?: string
  readonly subjectId?: number
}

/** What is nobody's right to ask, and what tells of another company: it goes into the trail although nothing was done. */
const denials: readonly string[] = ['permission_missing', 'not_found', 'employed_elsewhere']

const subjectOf = ({ member }: CompanyContext, { action, subjectType, subjectId }: CompanyAttempt) =>
  subjectId === undefined
    ? { action, subjectType: 'company', subjectId: member.companyId }
    : { action, subjectType: subjectType ?? action.split('.')[0] ?? '', subjectId }

async function witness<T>(ctx: CompanyContext, asked: CompanyAttempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OfficeFault && denials.includes(error.code)) {
      await recordEvent(ctx.db, ctx.origin, {
        ...subjectOf(ctx, asked),
        outcome: 'denied',
        companyId: ctx.member.companyId,
        userId: ctx.member.userId,
        details: { reason: error.code },
      })
    }
    throw error
  }
}

/** Reads what a member asks of their company. Throws `permission_missing`; denials leave an audit event. */
export const attemptCompanyView = <T>(
  ctx: CompanyContext,
  permission: CompanyPermission,
  asked: CompanyAttempt,
  view: () => Promise<T>,
): Promise<T> =>
  witness(ctx, asked, async () => {
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
  witness(ctx, asked, () =>
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
): Promise<void> =>
  recordEvent(tx, ctx.origin, {
    ...subjectOf(ctx, done),
    companyId: ctx.member.companyId,
    userId: ctx.member.userId,
    details,
  })
