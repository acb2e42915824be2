import { listProposals } from '@/db/queries/offices/affiliation-proposals'
import { listAffiliatedMerchants } from '@/db/queries/offices/benefits'
import { countCollaborators } from '@/db/queries/offices/collaborators'
import { sumCompanyConsumptions } from '@/db/queries/offices/company-consumptions'
import { partyOfCompany } from '@/lib/affiliations/party'
import { benefitsPermission } from '@/lib/benefits/permission'
import { collaboratorsPermission } from '@/lib/collaborators/permission'
import type { CompanyContext } from '@/lib/context'
import { centsOfNumeric } from '@/lib/kernel/money'
import type { Period } from '@/lib/language/periods'
import { daysIn, type InstantSpan, instantsOfDays, spanBefore, spanOf } from '@/lib/overview/overview'
import { companyConsumptionsPermission } from '@/lib/sales/permissions'

/** More proposals than a company ever has open at a time. */
const proposalsMax = 200

/**
 * A company's benefits in numbers; undefined where the member may not see them. `received` counts merchants' proposals that wait
 * for an answer; consumptions are those of today and of this month.
 */
export async function showOverview(ctx: CompanyContext, now: Date = new Date()) {
  const { member } = ctx
  const may = (permission: (typeof member.permissions)[number]) => member.permissions.includes(permission)
  const [people, benefits, consumed] = await Promise.all([
    may(collaboratorsPermission) ? countPeople(ctx) : undefined,
    may(benefitsPermission) ? countBenefits(ctx) : undefined,
    may(companyConsumptionsPermission)
      ? Promise.all(consumedPeriods.map((period) => sumConsumed(ctx, period, now)))
      : undefined,
  ])
  return { people, benefits, consumed }
}

/** What consumptions are added up of, today first. */
const consumedPeriods = [{ kind: 'today' }, { kind: 'this_month' }] as const satisfies readonly Period[]

/** What was consumed in a period, and in as many days before it up to the same hour of the day. */
async function sumConsumed({ db, member }: CompanyContext, period: (typeof consumedPeriods)[number], now: Date) {
  const days = spanOf(period, now)
  const sum = async (span: InstantSpan) => {
    const { count, people, discountAmount } = await sumCompanyConsumptions(db, member.companyId, span)
    return { count, people, discountCents: centsOfNumeric(discountAmount) }
  }
  const [during, before] = await Promise.all([sum(instantsOfDays(days, now)), sum(spanBefore(days, now))])
  return { period, days: daysIn(days), now: during, before }
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
