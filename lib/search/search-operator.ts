import { listMembers } from '@/db/queries/offices/memberships'
import { listNetworkCompanies } from '@/db/queries/offices/network-companies'
import { listNetworkMerchants } from '@/db/queries/offices/network-merchants'
import {
  companyTeamPermission,
  type OperatorPermission,
  operatorTeamPermission,
  teamPermission,
} from '@/lib/accounts/permissions'
import { findApprovalView } from '@/lib/approvals/list-approvals'
import type { ApprovalContext } from '@/lib/approvals/registry'
import { networkCompaniesPermission } from '@/lib/network-companies/permission'
import { networkMerchantsPermission } from '@/lib/network-merchants/permission'
import { firstOf, hitsMax, none, numberOf } from './search'
import { folded } from './sections'

const limit = hitsMax + 1

/**
 * What is in the network under that text: merchants and companies by name or RNC, an approval by its number, people of the operator's
 * team by name or e-mail. Of each kind only what the member's permissions show. No person of a company is found here.
 */
export async function searchOperator(ctx: ApprovalContext, text: string) {
  const may = (permission: OperatorPermission) => ctx.member.permissions.includes(permission)
  // One after another: a search holds one connection at a time, and keeps no page waiting.
  const merchants = may(networkMerchantsPermission) ? await merchantsOf(ctx, text) : none
  const companies = may(networkCompaniesPermission) ? await companiesOf(ctx, text) : none
  const approvals = await approvalsOf(ctx, text)
  const team = may(operatorTeamPermission) ? await teamOf(ctx, text) : none
  return { merchants, companies, approvals, team }
}

export type OperatorFound = Awaited<ReturnType<typeof searchOperator>>

type Reader = Pick<ApprovalContext, 'db'>

const merchantsOf = async ({ db }: Reader, search: string) =>
  firstOf(
    await listNetworkMerchants(db, {
      search,
      state: undefined,
      ownerPermission: teamPermission,
      by: 'name',
      descending: false,
      limit,
    }),
  )

const companiesOf = async ({ db }: Reader, search: string) =>
  firstOf(
    await listNetworkCompanies(db, {
      search,
      state: undefined,
      ownerPermission: companyTeamPermission,
      by: 'name',
      descending: false,
      limit,
    }),
  )

/** Of a kind that the reader may propose, as the page of approvals shows them. */
async function approvalsOf(ctx: ApprovalContext, text: string) {
  const id = numberOf(text)
  const found = id === undefined ? undefined : await findApprovalView(ctx, id)
  return found === undefined ? none : firstOf([found])
}

async function teamOf({ db }: Reader, text: string) {
  const sought = folded(text)
  const members = await listMembers(db, { operator: true })
  return firstOf(members.filter(({ name, email }) => folded(name).includes(sought) || email.includes(sought)))
}
