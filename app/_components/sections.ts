import type { CompanyPermission, MerchantPermission } from '@/lib/accounts/permissions'

/** The sections of a merchant's office, in order. Each is for the members that hold one of the permissions in `for`. */
const sections = [
  { key: 'consumptions', href: '/portal/consumptions', for: ['merchant.consumptions.read'] },
  { key: 'closing', href: '/portal/closing', for: ['merchant.consumptions.read'] },
  { key: 'discounts', href: '/portal/discounts', for: ['merchant.discounts.manage'] },
  {
    key: 'companies',
    href: '/portal/companies',
    for: ['merchant.discounts.manage', 'merchant.consumptions.read'],
  },
  { key: 'catalog', href: '/portal/catalog', for: ['merchant.catalog.manage'] },
  { key: 'branches', href: '/portal/branches', for: ['merchant.catalog.manage'] },
  { key: 'integrations', href: '/portal/integrations', for: ['merchant.integrations.manage'] },
  { key: 'requests', href: '/portal/requests', for: ['merchant.integrations.manage'] },
  { key: 'activity', href: '/portal/activity', for: ['merchant.integrations.manage', 'merchant.team.manage'] },
  { key: 'team', href: '/portal/team', for: ['merchant.team.manage'] },
] as const satisfies readonly { key: string; href: string; for: readonly MerchantPermission[] }[]

/** The sections that a member with these permissions can open. The others are not shown, and each page also checks for itself. */
export const sectionsFor = (permissions: readonly MerchantPermission[]) =>
  sections.filter((section) => section.for.some((permission) => permissions.includes(permission)))

/** The same for a company's office. */
const companySections = [
  { key: 'collaborators', href: '/company/collaborators', for: ['company.collaborators.manage'] },
  { key: 'benefits', href: '/company/benefits', for: ['company.benefits.manage'] },
  { key: 'consumptions', href: '/company/consumptions', for: ['company.consumptions.read'] },
  { key: 'merchants', href: '/company/merchants', for: ['company.benefits.manage'] },
] as const satisfies readonly { key: string; href: string; for: readonly CompanyPermission[] }[]

export const companySectionsFor = (permissions: readonly CompanyPermission[]) =>
  companySections.filter((section) => section.for.some((permission) => permissions.includes(permission)))
