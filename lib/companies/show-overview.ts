import { listProposals } from '@/db/queries/offices/affiliation-proposals'
import { listAffiliatedMerchants } from '@/db/queries/offices/benefits'
import { countCollaborators } from '@/db/queries/offices/collaborators'
import { sumCompanyConsumptions } from '@/db/queries/offices/company-consumptions'
import { partyOfCompany } from '@/lib/affiliations/party'
import { benefitsPermission } from '@/lib/benefits/permission'
import { collaboratorsPermission } from '@/lib/collaborators/permission'
import type { CompanyContext } from '@/lib/context'
import { centsOfNumeric } from '@/lib/kernel/money'
import { instantsOf } from '@/lib/language/periods'
import { companyConsumptionsPermission } from '@/lib/sales/permissions'

/** More proposals than a company ever has open at a time. */
const proposalsMax = 200

/**
 * A company's benefits in numbers; undefined where the member may not see them. `received` counts merchants' proposals that wait
 * for an answer; consumptions are those of this month.
 */
export async function showOverview(ctx: CompanyContext, now: Date = new Date()) {
  const { db, member } = ctx
  const may = (permission: (typeof member.permissions)[number]) => member.permissions.includes(permission)
  const [people, benefits, consumed] = await Promise.all([
    may(collaboratorsPermission) ? countPeople(ctx) : undefined,
    may(benefitsPermission) ? countBenefits(ctx) : undefined,
    may(companyConsumptionsPermission)
      ? sumCompanyConsumptions(db, member.companyId, instantsOf({ kind: 'this_month' }, now))
      : undefined,
  ])
  return {
    people,
    benefits,
    consumed: consumed && { count: consumed.count, discountCents: centsOfNumeric(consumed.discountAmount) },
  }
}

async function countPeople({ db, member }: CompanyContext) {
  const everybody = { words: [], typeId: undefined }
  const [active, all] = await Promise.all([
    countCollaborators(db, member.companyId, { ...everybody, active: true }),
    countCollaborators(db, member.companyId, { ...everybody, active: undefined }),
  ])
  return { active, all }
}

async function countBenefits({ db, member }: CompanyContext) {
  const [merchants, proposals] = await Promise.all([
    listAffiliatedMerchants(db, member.companyId),
    listProposals(db, partyOfCompany(member), { open: true, limit: proposalsMax }),
  ])
  return {
    merchants: merchants.length,
    granted: merchants.reduce((sum, one) => sum + one.granted, 0),
    onOffer: merchants.reduce((sum, one) => sum + one.onOffer, 0),
    received: proposals.filter(({ proposedBy }) => proposedBy === 'merchant').length,
  }
}
