import { teamPermission } from '@/lib/accounts/permissions'
import { companyReaders } from '@/lib/affiliations/companies'
import { activityReaders } from '@/lib/audit/activity'
import { catalogPermission } from '@/lib/catalog/permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { discountsPermission } from '@/lib/discounts/permission'
import { redemptionsPermission } from '@/lib/redemption/permission'
import { consumptionsPermission } from '@/lib/sales/permissions'
import { menuSectionOf, type Office } from './office'
import { homePath } from './own-path'
import type { SignedIn } from './session'
import { databaseOf } from './support-view'

/** A user at work for a merchant, both steps passed. */
export type MerchantMemberContext = SignedIn & OfficeContext

export const merchantOffice: Office<MerchantMemberContext> = {
  kind: 'merchant',
  home: homePath,
  enter: (ctx) => {
    const { membership } = ctx.session
    if (!membership) return undefined
    const { userId, sessionId } = ctx.user
    const { merchantId, permissions } = membership
    const member = { userId, sessionId, merchantId, permissions }
    return { id: merchantId, tenant: { merchantId }, ctx: { ...ctx, db: databaseOf(ctx, 'merchant'), member } }
  },
}

const section = menuSectionOf(merchantOffice)

/** Its sections, in the order of the menu. Each page, action, file and upload says which of them it belongs to. */
export const merchantSections = {
  till: section('/portal/till', redemptionsPermission),
  consumptions: section('/portal/consumptions', consumptionsPermission),
  closing: section('/portal/closing', consumptionsPermission),
  discounts: section('/portal/discounts', discountsPermission),
  companies: section('/portal/companies', ...companyReaders),
  catalog: section('/portal/catalog', catalogPermission),
  branches: section('/portal/branches', catalogPermission),
  integrations: section('/portal/integrations', integrationsPermission),
  certification: section('/portal/certification', integrationsPermission),
  terminals: section('/portal/terminals', integrationsPermission),
  requests: section('/portal/requests', integrationsPermission),
  activity: section('/portal/activity', ...activityReaders.merchant),
  team: section('/portal/team', teamPermission),
}
