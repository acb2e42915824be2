/** What whoever sees and changes the catalogue and the branches must hold. */
export const catalogPermission = 'merchant.catalog.manage'

/** A change of a merchant's catalogue or branches: one at a time. */
export const catalogChange = { permission: catalogPermission, lock: 'tenant' } as const
