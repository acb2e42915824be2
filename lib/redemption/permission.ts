import type { MerchantPermission } from '@/lib/accounts/permissions'

/** Redeems by hand, at the till in the browser (D68). */
export const redemptionsPermission = 'merchant.redemptions.make' satisfies MerchantPermission
