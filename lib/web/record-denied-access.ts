import type { CompanyPermission, MerchantPermission } from '@/lib/accounts/permissions'
import { recordEvent } from '@/lib/audit/record-event'
import type { SignedIn } from './session'

/** What a user may lack for an office besides two-step verification: the membership, or a permission. */
export type Lack = 'merchant' | 'company' | MerchantPermission | CompanyPermission

/** Records who tried to do what they may not, in the audit trail of the office where they tried it (ASVS 16.3.2). */
export async function recordDeniedAccess(
  { db, origin, user, session }: SignedIn,
  action: 'page.opened' | 'action.called' | 'file.downloaded',
  missing: Lack,
): Promise<void> {
  const { membership, companyMembership } = session
  const tenant = missing.startsWith('company')
    ? companyMembership && { companyId: companyMembership.companyId }
    : membership && { merchantId: membership.merchantId }
  await recordEvent(db, origin, {
    ...tenant,
    userId: user.userId,
    action,
    outcome: 'denied',
    subjectType: 'permission',
    subjectId: missing,
    details: { reason: 'permission_missing', permission: missing },
  })
}
