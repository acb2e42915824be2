/** What whoever sees and changes the discounts of a merchant must hold. */
export const discountsPermission = 'merchant.discounts.manage'
