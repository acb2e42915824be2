import { listAffiliatedMerchants, listBenefits } from '@/db/queries/offices/benefits'
import { findCollaboratorByHmac, listCollaborators } from '@/db/queries/offices/collaborators'
import { listCompanyConsumptions } from '@/db/queries/offices/company-consumptions'
import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import type { CompanyPermission } from '@/lib/accounts/permissions'
import { benefitsPermission } from '@/lib/benefits/permission'
import { wordsOf } from '@/lib/collaborators/filter'
import { collaboratorsPermission } from '@/lib/collaborators/permission'
import { viewOf } from '@/lib/collaborators/views'
import type { PeopleContext } from '@/lib/context'
import { hmacsOf } from '@/lib/identification/identification'
import { wholeCodeOf } from '@/lib/sales/consumptions/filter'
import { companyConsumptionsPermission } from '@/lib/sales/permissions'
import { firstOf, hitsMax, identificationOf, none } from './search'

type Reader = Pick<PeopleContext, 'db' | 'member' | 'identificationKeys'>

const limit = hitsMax + 1

/**
 * What a company has under that text: collaborators by name or by their whole identification, affiliated merchants and their
 * discounts by name, consumptions by their whole code (ADR-0015). Of each kind only what the member's permissions show. An identification is compared by its HMAC and kept
 * nowhere (D32).
 */
export async function searchCompany(ctx: Reader, text: string) {
  const may = (permission: CompanyPermission) => ctx.member.permissions.includes(permission)
  // One after another: a search holds one connection at a time, and keeps no page waiting.
  const collaborators = may(collaboratorsPermission) ? await collaboratorsOf(ctx, text) : none
  const merchants = may(benefitsPermission) ? await merchantsOf(ctx, text) : none
  const benefits = may(benefitsPermission) ? await benefitsOf(ctx, text) : none
  const consumptions = may(companyConsumptionsPermission) ? await consumptionsOf(ctx, text) : none
  return { collaborators, merchants, benefits, consumptions }
}

export type CompanyFound = Awaited<ReturnType<typeof searchCompany>>

async function collaboratorsOf(ctx: Reader, text: string) {
  const identification = identificationOf(text)
  const rows = identification === undefined ? await named(ctx, text) : await identified(ctx, identification)
  return firstOf(rows.map((row) => viewOf(row, ctx.identificationKeys)))
}

/** People whose name has every word. No name has a digit, so that a text with one is not compared with all of them. */
async function named({ db, member }: Reader, text: string) {
  const words = wordsOf(text)
  if (words.length === 0 || /\d/.test(text)) return []
  return listCollaborators(db, member.companyId, { words, typeId: undefined, active: undefined }, { limit })
}

/** The same number may be an identification of several types: each is another person. */
async function identified({ db, member, identificationKeys }: Reader, identification: string) {
  const found = []
  for (const { id } of await listIdentificationTypes(db)) {
    found.push(await findCollaboratorByHmac(db, member.companyId, id, hmacsOf(identificationKeys, id, identification)))
  }
  return found.filter((row) => row !== undefined)
}

const merchantsOf = async ({ db, member }: Reader, search: string) =>
  firstOf(await listAffiliatedMerchants(db, member.companyId, { search, limit }))

const benefitsOf = async ({ db, member }: Reader, search: string) =>
  firstOf(await listBenefits(db, member.companyId, { merchantId: undefined, granted: undefined, search }, { limit }))

async function consumptionsOf({ db, member }: Reader, text: string) {
  const code = wholeCodeOf(text)
  return code === undefined ? none : firstOf(await listCompanyConsumptions(db, member.companyId, { code, limit }))
}
