/** What a member of a merchant may be allowed in its office. */
export const merchantPermissions = [
  'merchant.integrations.manage',
  'merchant.consumptions.read',
  'merchant.closings.manage',
  'merchant.redemptions.make',
  'merchant.discounts.manage',
  'merchant.catalog.manage',
  'merchant.team.manage',
] as const

export type MerchantPermission = (typeof merchantPermissions)[number]

/** The permission to see and to change a merchant's team. */
export const teamPermission = 'merchant.team.manage'

/** What a member of a company may be allowed in its office. */
export const companyPermissions = [
  'company.collaborators.manage',
  'company.benefits.manage',
  'company.consumptions.read',
  'company.team.manage',
] as const

export type CompanyPermission = (typeof companyPermissions)[number]

/** The permission to see and to change a company's team. */
export const companyTeamPermission = 'company.team.manage'

/** What a member of either office may be allowed. */
export type Permission = MerchantPermission | CompanyPermission

/** Those of either office. */
export const allPermissions: readonly Permission[] = [...merchantPermissions, ...companyPermissions]
