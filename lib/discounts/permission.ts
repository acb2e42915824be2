/** The permission to see and to change the discounts of a merchant. */
export const discountsPermission = 'merchant.discounts.manage'
