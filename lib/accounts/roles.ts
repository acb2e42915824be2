import {
  allPermissions,
  type CompanyPermission,
  companyPermissions,
  type MerchantPermission,
  merchantPermissions,
  type OperatorPermission,
  operatorPermissions,
  type Permission,
} from './permissions'
import type { TeamKind } from './team'

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

/** The same of a company's people. */
const companyRoles = {
  administration: companyPermissions,
  people: ['company.collaborators.manage', 'company.benefits.manage'],
  accounting: ['company.consumptions.read'],
} as const satisfies Record<string, readonly CompanyPermission[]>

/** The same of the people who run the network. */
const operatorRoles = {
  administration: operatorPermissions,
  affiliations: ['operator.merchants.manage', 'operator.companies.manage', 'operator.support.view'],
  support: ['operator.support.view'],
  watch: ['operator.network.manage', 'operator.policies.manage', 'operator.support.view'],
  privacy: ['operator.privacy.manage', 'operator.audit.read'],
} as const satisfies Record<string, readonly OperatorPermission[]>

export type Role = keyof typeof merchantRoles | keyof typeof companyRoles | keyof typeof operatorRoles

type Roles = readonly (readonly [name: Role, permissions: readonly Permission[]])[]

/** The roles of a team, in the order in which they are shown. */
export const rolesOf: Readonly<Record<TeamKind, Roles>> = {
  merchant: Object.entries(merchantRoles) as [keyof typeof merchantRoles, readonly Permission[]][],
  company: Object.entries(companyRoles) as [keyof typeof companyRoles, readonly Permission[]][],
  operator: Object.entries(operatorRoles) as [keyof typeof operatorRoles, readonly Permission[]][],
}

/** The role whose permissions are exactly these; `custom` when none fits, `none` for no permission at all. */
export function roleOf(kind: TeamKind, permissions: readonly string[]): Role | 'custom' | 'none' {
  const held = allPermissions.filter((permission) => permissions.includes(permission))
  if (held.length === 0) return 'none'
  const fits = ([, role]: Roles[number]) =>
    role.length === held.length && role.every((permission) => held.includes(permission))
  return rolesOf[kind].find(fits)?.[0] ?? 'custom'
}

/** Permissions in a fixed order, as a form says which ones it showed: `''` for none. */
export const writePermissions = (permissions: readonly string[]): string =>
  allPermissions.filter((permission) => permissions.includes(permission)).join(' ')
