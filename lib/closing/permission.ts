/** Needed to close a day and to reopen it; who reads consumptions sees both. */
export const closingsPermission = 'merchant.closings.manage'
