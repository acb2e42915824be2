import { companyTeamPermission } from '@/lib/accounts/permissions'
import { activityReaders } from '@/lib/audit/activity'
import { benefitsPermission } from '@/lib/benefits/permission'
import { collaboratorsPermission } from '@/lib/collaborators/permission'
import type { PeopleContext } from '@/lib/context'
import { companyConsumptionsPermission } from '@/lib/sales/permissions'
import { menuSectionOf, type Office } from './office'
import { officeService } from './office-service'
import { companyHomePath } from './own-path'
import type { SignedIn } from './session'
import { databaseOf } from './support-view'

/** A user at work for a company, both steps passed. */
export type CompanyMemberContext = SignedIn & PeopleContext

export const companyOffice: Office<CompanyMemberContext> = {
  kind: 'company',
  home: companyHomePath,
  enter: (ctx) => {
    const { companyMembership } = ctx.session
    if (!companyMembership) return undefined
    const { userId, sessionId } = ctx.user
    const { companyId, permissions } = companyMembership
    const member = { userId, sessionId, companyId, permissions }
    const { identificationKeys } = officeService()
    return {
      id: companyId,
      tenant: { companyId },
      ctx: { ...ctx, db: databaseOf(ctx, 'company'), identificationKeys, member },
    }
  },
}

const section = menuSectionOf(companyOffice)

/** Its sections, in the order of the menu. Each page, action, file and upload says which of them it belongs to. */
export const companySections = {
  collaborators: section('/company/collaborators', collaboratorsPermission),
  benefits: section('/company/benefits', benefitsPermission),
  consumptions: section('/company/consumptions', companyConsumptionsPermission),
  merchants: section('/company/merchants', benefitsPermission),
  activity: section('/company/activity', ...activityReaders.company),
  team: section('/company/team', companyTeamPermission),
}
