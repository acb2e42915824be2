import type { OperatorPermission } from '@/lib/accounts/permissions'

/** The permission to see every merchant of the network, and to create, disable and enable them. */
export const networkMerchantsPermission = 'operator.merchants.manage' satisfies OperatorPermission
