import { type MerchantPermission, merchantPermissions } from './permissions'

/**
 * What people of a merchant usually do, each role as the permissions that it takes. Roles only help to choose and to read
 * permissions: the permissions that a member holds are what counts, so changing this table gives nobody anything.
 */
export const merchantRoles = {
  administration: merchantPermissions,
  marketing: ['merchant.consumptions.read', 'merchant.discounts.manage', 'merchant.catalog.manage'],
  integrations: ['merchant.integrations.manage', 'merchant.consumptions.read'],
  catalog: ['merchant.catalog.manage'],
  closing: ['merchant.consumptions.read', 'merchant.closings.manage'],
  till: ['merchant.consumptions.read', 'merchant.redemptions.make'],
} as const satisfies Record<string, readonly MerchantPermission[]>

export type MerchantRole = keyof typeof merchantRoles

export const merchantRoleNames = Object.keys(merchantRoles) as MerchantRole[]

/** The role whose permissions are exactly these; `custom` when none fits, `none` for no permission at all. */
export function roleOf(permissions: readonly string[]): MerchantRole | 'custom' | 'none' {
  const held = merchantPermissions.filter((permission) => permissions.includes(permission))
  if (held.length === 0) return 'none'
  const fits = (role: MerchantRole) =>
    merchantRoles[role].length === held.length && merchantRoles[role].every((permission) => held.includes(permission))
  return merchantRoleNames.find(fits) ?? 'custom'
}

/** Permissions in a fixed order, as a form says which ones it showed: `''` for none. */
export const writePermissions = (permissions: readonly string[]): string =>
  merchantPermissions.filter((permission) => permissions.includes(permission)).join(' ')
