import { notFound } from 'next/navigation'
import { operatorAuditPermission, operatorTeamPermission } from '@/lib/accounts/permissions'
import { approvalReaders } from '@/lib/approvals/kinds'
import type { OperatorContext } from '@/lib/context'
import { networkPermission } from '@/lib/health/permission'
import { networkCompaniesPermission } from '@/lib/network-companies/permission'
import { networkMerchantsPermission } from '@/lib/network-merchants/permission'
import { policiesPermission } from '@/lib/policies/permission'
import { privacyPage } from '@/lib/privacy/cases'
import { privacyPermission } from '@/lib/privacy/permission'
import { supportPermission } from '@/lib/support/permission'
import { stepUpAction } from './action'
import { type Access, menuSectionOf, type Office, recordDeniedAccess } from './office'
import { operatorHomePath } from './own-path'
import type { SignedIn } from './session'

/** One of the people who run the network at work, both steps passed. */
export type OperatorMemberContext = SignedIn & OperatorContext

export const operatorOffice: Office<OperatorMemberContext> = {
  kind: 'operator',
  home: operatorHomePath,
  enter: (ctx) => {
    const { operatorMembership } = ctx.session
    if (!operatorMembership) return undefined
    const { userId, sessionId } = ctx.user
    const member = { userId, sessionId, operator: true, permissions: operatorMembership.permissions } as const
    return { id: 1, tenant: { operator: true }, ctx: { ...ctx, member } }
  },
}

/**
 * An action of the operator's office, with the section that it is of: each one asks for a code not older than five minutes, since
 * what is changed there concerns merchants and people of all the network.
 */
export const operatorAction: typeof stepUpAction = stepUpAction

const menuSection = menuSectionOf(operatorOffice)

/** As of the other offices, and to who is not of the operator no page of it exists; the trail has who asked for one. */
const section: typeof menuSection = (href, ...permissions) => {
  const made = menuSection(href, ...permissions)
  return { ...made, access: async () => existing(await made.access()) }
}

async function existing(access: Access<OperatorMemberContext>): Promise<Access<OperatorMemberContext>> {
  if (access.granted || access.missing !== 'operator') return access
  await recordDeniedAccess(access, access.missing, 'page.opened')
  notFound()
}

/** Its sections, in the order of the menu, each added with its page. Every page, action and file says which of them it belongs to. */
export const operatorSections = {
  merchants: section('/operator/merchants', networkMerchantsPermission),
  companies: section('/operator/companies', networkCompaniesPermission),
  approvals: section('/operator/approvals', ...approvalReaders),
  support: section('/operator/support', supportPermission),
  health: section('/operator/health', networkPermission),
  policies: section('/operator/policies', policiesPermission),
  privacy: section(privacyPage, privacyPermission),
  team: section('/operator/team', operatorTeamPermission),
  activity: section('/operator/activity', operatorAuditPermission),
}
