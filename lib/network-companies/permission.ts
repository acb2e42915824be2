import type { OperatorPermission } from '@/lib/accounts/permissions'

/** The permission to see every company of the network, and to create and affiliate them. */
export const networkCompaniesPermission = 'operator.companies.manage' satisfies OperatorPermission
