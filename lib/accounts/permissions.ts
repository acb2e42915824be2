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

/** What one of the people who run the network may be allowed in the operator's office. */
export const operatorPermissions = [
  'operator.network.manage',
  'operator.merchants.manage',
  'operator.companies.manage',
  'operator.support.view',
  'operator.policies.manage',
  'operator.privacy.manage',
  'operator.team.manage',
  'operator.audit.read',
] as const

export type OperatorPermission = (typeof operatorPermissions)[number]

/** The permission to see and to change the operator's team. */
export const operatorTeamPermission = 'operator.team.manage'

/** The permission to read the trail of the whole network. */
export const operatorAuditPermission = 'operator.audit.read'

/** What a member of any office may be allowed. */
export type Permission = MerchantPermission | CompanyPermission | OperatorPermission

/** Those of every office. */
export const allPermissions: readonly Permission[] = [
  ...merchantPermissions,
  ...companyPermissions,
  ...operatorPermissions,
]
