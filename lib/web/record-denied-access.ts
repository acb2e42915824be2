import type { CompanyPermission, MerchantPermission } from '@/lib/accounts/permissions'
import { recordEvent } from '@/lib/audit/record-event'
import type { SignedIn } from './session'

/** What somebody may lack for an office besides two-step verification: to belong to it, or a permission there. */
export type Lack = 'merchant' | 'company' | MerchantPermission | CompanyPermission

/** Who tried what they may not stands in the trail of the office where they tried it (ASVS 16.3.2). */
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
