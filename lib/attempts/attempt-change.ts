import { foundNoRoom } from '@/db/errors'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { lockCompany } from '@/db/queries/offices/companies'
import { findMembership, lockOperator, type MembershipRecord } from '@/db/queries/offices/memberships'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { auditDenial } from '@/lib/audit/audit-denial'
import type { AuditAction, AuditDetails, AuditReason, Subject } from '@/lib/audit/events'
import { recordEvent } from '@/lib/audit/record-event'
import type { Origin } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { requirePermission } from './require-permission'

/** Who asks: a person, and the one tenant that they work for, or the operator. */
type Asker<Permission extends string> = {
  readonly userId: number
  readonly permissions: readonly Permission[]
} & ({ readonly merchantId: number } | { readonly companyId: number } | { readonly operator: true })

type AskerContext<Permission extends string> = {
  readonly db: OfficeDb
  readonly origin: Origin
  readonly member: Asker<Permission>
}

type Asked<Permission extends string, Action extends AuditAction> = {
  readonly permission: NoInfer<Permission>
  readonly action: Action
  /** The tenant itself when absent: when the subject does not exist yet, or when there are many. */
  readonly subject?: Subject | undefined
  /** Faults that go into the audit trail although nothing was done, besides `permission_missing` and `not_found`. */
  readonly alsoDenied?: readonly AuditReason[]
}

type AskedChange<Permission extends string, Action extends AuditAction> = Asked<Permission, Action> & {
  /** The lock that the change takes, and waits for: the whole tenant's (of the operator its team's), or one of its own. */
  readonly lock?: 'tenant' | ((tx: OfficeTx) => Promise<unknown>)
}

export type Attempt<Action extends AuditAction> = {
  readonly tx: OfficeTx
  /** The person who asks, as the database has them now. */
  readonly doer: MembershipRecord
  /**
   * Records in the audit trail what was done, in the transaction of the change; `subject` when the change itself created it.
   */
  readonly record: (details?: AuditDetails<Action>, subject?: Subject) => Promise<void>
}

/** Reads what a member asks of their tenant. Throws `permission_missing`; denials leave an audit event. */
export const attemptView = <Permission extends string, T>(
  ctx: AskerContext<Permission>,
  asked: Asked<Permission, AuditAction>,
  view: () => Promise<T>,
): Promise<T> =>
  auditDenial(
    ctx,
    eventOf(ctx, asked),
    async () => {
      requirePermission(ctx.member, asked.permission)
      return view()
    },
    asked.alsoDenied,
  )

/**
 * Does what a member asks of their tenant: everything that `change` writes is committed together, or nothing. The member's
 * permission is read anew in the transaction, before the lock and again after it: one that was taken away a moment ago no
 * longer counts (P-08). Throws `permission_missing`, and `busy` when it waited too long for a lock or a connection.
 * `permission_missing`, `not_found` (for what is not this tenant's) and the faults in `alsoDenied` leave an audit event of the
 * denial.
 */
export const attempt = <Permission extends string, Action extends AuditAction, T>(
  ctx: AskerContext<Permission>,
  asked: AskedChange<Permission, Action>,
  change: (attempt: Attempt<Action>) => Promise<T>,
): Promise<T> => {
  const { permission, lock, alsoDenied } = asked
  const work = () =>
    ctx.db.transaction(async (tx) => {
      let doer = await requirePermissionNow(tx, ctx.member, permission)
      if (lock !== undefined) {
        await (lock === 'tenant' ? lockTenant(tx, ctx.member) : lock(tx))
        doer = await requirePermissionNow(tx, ctx.member, permission)
      }
      const record: Attempt<Action>['record'] = (details, subject = asked.subject) =>
        recordEvent(tx, ctx.origin, { ...eventOf(ctx, { action: asked.action, subject }), ...(details && { details }) })
      return change({ tx, doer, record })
    })
  return auditDenial(ctx, eventOf(ctx, asked), () => work().catch(asFault), alsoDenied)
}

/**
 * The person who asks, as the database has them now (P-08). Throws `permission_missing` to those who lack it, or left the team.
 */
export async function requirePermissionNow<Permission extends string>(
  db: OfficeDb | OfficeTx,
  member: Asker<Permission>,
  permission: NoInfer<Permission>,
): Promise<MembershipRecord> {
  const doer = await findMembership(db, member, member.userId)
  if (!doer?.permissions.includes(permission)) throw new OfficeFault('permission_missing')
  return doer
}

const lockTenant = (tx: OfficeTx, member: Asker<string>): Promise<void> =>
  'merchantId' in member
    ? lockMerchant(tx, member.merchantId)
    : 'companyId' in member
      ? lockCompany(tx, member.companyId)
      : lockOperator(tx)

function asFault(error: unknown): never {
  throw foundNoRoom(error) ? new OfficeFault('busy') : error
}

function eventOf<Action extends AuditAction>(
  { member }: AskerContext<string>,
  { action, subject }: { readonly action: Action; readonly subject?: Subject | undefined },
) {
  const { tenant, itself } =
    'merchantId' in member
      ? { tenant: { merchantId: member.merchantId }, itself: { type: 'merchant', id: member.merchantId } as const }
      : 'companyId' in member
        ? { tenant: { companyId: member.companyId }, itself: { type: 'company', id: member.companyId } as const }
        : { tenant: { operator: true } as const, itself: { type: 'operator', id: 1 } as const }
  const { type: subjectType, id: subjectId } = subject ?? itself
  return { action, subjectType, subjectId, ...tenant, userId: member.userId }
}
