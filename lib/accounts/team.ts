import {
  companyPermissions,
  companyTeamPermission,
  merchantPermissions,
  operatorPermissions,
  operatorTeamPermission,
  type Permission,
  teamPermission,
} from './permissions'

/** Whose team it is. */
export type TeamKind = 'merchant' | 'company' | 'operator'

/** The merchant or the company to which a member belongs, or the operator of the network. */
export type TeamTenant = { readonly merchantId: number } | { readonly companyId: number } | { readonly operator: true }

type Team = {
  readonly kind: TeamKind
  /** All that a member can be given, in the order in which it is shown. */
  readonly permissions: readonly Permission[]
  /** The one by which its holder sees and changes the team. */
  readonly manage: Permission
}

export const teams: Readonly<Record<TeamKind, Team>> = {
  merchant: { kind: 'merchant', permissions: merchantPermissions, manage: teamPermission },
  company: { kind: 'company', permissions: companyPermissions, manage: companyTeamPermission },
  operator: { kind: 'operator', permissions: operatorPermissions, manage: operatorTeamPermission },
}

/** What the members of that team can be given. */
export const teamOf = (tenant: TeamTenant): Team =>
  teams['merchantId' in tenant ? 'merchant' : 'companyId' in tenant ? 'company' : 'operator']
