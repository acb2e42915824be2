import type { CompanyPermission, MerchantPermission } from '@/lib/accounts/permissions'
import { benefitsPermission } from '@/lib/benefits/permission'
import type { CompanyMember, Member } from '@/lib/context'
import { discountsPermission } from '@/lib/discounts/permission'

/** The two sides of an affiliation. */
export type Side = 'merchant' | 'company'

type MerchantTenant = { readonly side: 'merchant'; readonly merchantId: number }
type CompanyTenant = { readonly side: 'company'; readonly companyId: number }

/** The tenant of one side. */
export type Tenant = MerchantTenant | CompanyTenant

/** One side of an affiliation, and the person who acts for it. */
export type Party = Tenant & {
  readonly userId: number
  readonly permissions: readonly (MerchantPermission | CompanyPermission)[]
}

export type Pair = { readonly merchantId: number; readonly companyId: number }

/** The permission that a member of each side needs to ask for affiliations, to answer and to end them. */
export const affiliationPermissions = {
  merchant: discountsPermission,
  company: benefitsPermission,
} as const satisfies Record<Side, MerchantPermission | CompanyPermission>

export const otherSideOf = ({ side }: Pick<Party, 'side'>): Side => (side === 'merchant' ? 'company' : 'merchant')

/** The affiliation between a party and the tenant of that id on the other side. */
export const pairOf = (party: Tenant, otherId: number): Pair =>
  party.side === 'merchant'
    ? { merchantId: party.merchantId, companyId: otherId }
    : { merchantId: otherId, companyId: party.companyId }

/** The tenant of a side of a pair. */
export const tenantOf = ({ merchantId, companyId }: Pair, side: Side): Tenant =>
  side === 'merchant' ? { side, merchantId } : { side, companyId }

/** A member of a merchant, as a party. */
export const partyOfMerchant = ({ merchantId, userId, permissions }: Member): Party => ({
  side: 'merchant',
  merchantId,
  userId,
  permissions,
})

/** A member of a company, as a party. */
export const partyOfCompany = ({ companyId, userId, permissions }: CompanyMember): Party => ({
  side: 'company',
  companyId,
  userId,
  permissions,
})

/** The context as `attempt` takes it: a party is a member of its own side. */
export const asMember = <Context extends { readonly party: Party }>(ctx: Context) => ({ ...ctx, member: ctx.party })
