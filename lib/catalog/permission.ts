/** The permission to see and to change the catalogue and the branches. */
export const catalogPermission = 'merchant.catalog.manage'

/** Changes of a merchant's catalogue or branches run one at a time. */
export const catalogChange = { permission: catalogPermission, lock: 'tenant' } as const
