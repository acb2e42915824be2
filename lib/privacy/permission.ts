import type { OperatorPermission } from '@/lib/accounts/permissions'

/** Who answers what people ask of their personal data (Ley 172-13): finds, shows, exports and erases. */
export const privacyPermission = 'operator.privacy.manage' satisfies OperatorPermission
