import type { OperatorPermission } from '@/lib/accounts/permissions'

/** The permission to look into an office, and to see who of the operator did. */
export const supportPermission = 'operator.support.view' satisfies OperatorPermission

/** How long one look may take (ADR-0056). */
export const supportMinutes = 30
