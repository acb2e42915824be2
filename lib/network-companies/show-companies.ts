import { listAffiliatedMerchants } from '@/db/queries/offices/benefits'
import { listPendingInvitations } from '@/db/queries/offices/invitations'
import { listMembers } from '@/db/queries/offices/memberships'
import {
  countNetworkCompanies,
  findNetworkCompany,
  listCompaniesOfLegalId,
  listNetworkCompanies,
} from '@/db/queries/offices/network-companies'
import { companyTeamPermission } from '@/lib/accounts/permissions'
import { legalIdIn } from '@/lib/affiliations/drafts'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageOf } from '@/lib/kernel/page'
import { doubtOfRnc } from '@/lib/network-merchants/rnc'
import type { NetworkCompaniesFilter } from './companies'
import { networkCompaniesPermission } from './permission'

type Reader = Pick<OperatorContext, 'db' | 'member'>

/** A page of the companies of the network, by name, and how many there are. Throws `permission_missing`. */
export async function listCompaniesOfNetwork(ctx: Reader, filter: NetworkCompaniesFilter) {
  requirePermission(ctx.member, networkCompaniesPermission)
  const { search, state, before, after, size } = filter
  const [records, count] = await Promise.all([
    listNetworkCompanies(ctx.db, {
      search,
      state,
      ownerPermission: companyTeamPermission,
      before,
      after,
      by: filter.sort?.endsWith('created') ? 'created' : 'name',
      descending: filter.sort?.startsWith('-') ?? false,
      limit: size + 1,
    }),
    countNetworkCompanies(ctx.db),
  ])
  const { page, previous, next } = pageOf(records, size, { after, before })
  return { companies: page, count, before: previous?.id, after: next?.id }
}

/**
 * A company with the people who answer for it and the merchants that it is affiliated to; its collaborators are a number. Throws
 * `permission_missing`, `not_found`.
 */
export async function showCompanyOfNetwork(ctx: Reader, companyId: number) {
  requirePermission(ctx.member, networkCompaniesPermission)
  const company = await findNetworkCompany(ctx.db, companyId, companyTeamPermission)
  if (!company) throw new OfficeFault('not_found')
  const tenant = { companyId }
  const { legalId } = company
  const [members, invitations, merchants, sameLegalId] = await Promise.all([
    listMembers(ctx.db, tenant),
    listPendingInvitations(ctx.db, tenant),
    listAffiliatedMerchants(ctx.db, companyId),
    legalId === null ? [] : listCompaniesOfLegalId(ctx.db, legalIdIn(legalId), companyId),
  ])
  return {
    company,
    owners: members.filter(({ permissions, disabledAt }) => permissions.includes(companyTeamPermission) && !disabledAt),
    invitations: invitations.filter(({ permissions }) => permissions.includes(companyTeamPermission)),
    merchants,
    doubt: legalId === null ? undefined : doubtOfRnc(legalId),
    sameLegalId,
  }
}

/** What a company is called; undefined for one that never was. Throws `permission_missing`. */
export async function nameCompanyOfNetwork(ctx: Reader, companyId: number): Promise<string | undefined> {
  requirePermission(ctx.member, networkCompaniesPermission)
  return (await findNetworkCompany(ctx.db, companyId, companyTeamPermission))?.name
}
