import { listAffiliatedCompanies } from '@/db/queries/offices/affiliated-companies'
import { listPendingInvitations } from '@/db/queries/offices/invitations'
import { listMembers } from '@/db/queries/offices/memberships'
import {
  countNetworkMerchants,
  findDescribed,
  findNetworkMerchant,
  listMerchantsOfLegalId,
  listNetworkMerchants,
  type NetworkMerchantRecord,
  sumEffect,
} from '@/db/queries/offices/network-merchants'
import { teamPermission } from '@/lib/accounts/permissions'
import { legalIdIn } from '@/lib/affiliations/drafts'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageOf } from '@/lib/kernel/page'
import { type MerchantState, merchantStateOf } from './disabling'
import type { NetworkMerchantsFilter } from './merchants'
import { networkMerchantsPermission } from './permission'
import { metOf, requirementsOf } from './requirements'
import { doubtOfRnc } from './rnc'

type Reader = Pick<OperatorContext, 'db' | 'member'>

export type NetworkMerchantView = NetworkMerchantRecord & {
  readonly state: MerchantState
  /** Of the requirements, how many are met. */
  readonly met: number
}

const viewOf = (record: NetworkMerchantRecord): NetworkMerchantView => ({
  ...record,
  state: merchantStateOf(record.enabled, record.disabling),
  met: metOf(record),
})

/** A page of the merchants of the network, by name, and how many there are in each state. Throws `permission_missing`. */
export async function listMerchantsOfNetwork(ctx: Reader, filter: NetworkMerchantsFilter) {
  requirePermission(ctx.member, networkMerchantsPermission)
  const { search, state, before, after, size } = filter
  const [records, counts] = await Promise.all([
    listNetworkMerchants(ctx.db, {
      search,
      state,
      ownerPermission: teamPermission,
      before,
      after,
      by: filter.sort?.endsWith('created') ? 'created' : 'name',
      descending: filter.sort?.startsWith('-') ?? false,
      limit: size + 1,
    }),
    countNetworkMerchants(ctx.db),
  ])
  const { page, previous, next } = pageOf(records, size, { after, before })
  return { merchants: page.map(viewOf), counts, before: previous?.id, after: next?.id }
}

/** As many as a page of a merchant shows: the company's own list has all. */
export const companiesShown = 200

/**
 * A merchant with what it needs before it sells, the people who answer for it, and the companies that it is affiliated to. Throws
 * `permission_missing`, `not_found`.
 */
export async function showMerchantOfNetwork(ctx: Reader, merchantId: number) {
  requirePermission(ctx.member, networkMerchantsPermission)
  const record = await findNetworkMerchant(ctx.db, merchantId, teamPermission)
  if (!record) throw new OfficeFault('not_found')
  const tenant = { merchantId }
  const { legalId } = record
  const [members, invitations, companies, sameLegalId] = await Promise.all([
    listMembers(ctx.db, tenant),
    listPendingInvitations(ctx.db, tenant),
    listAffiliatedCompanies(ctx.db, merchantId, { search: undefined, limit: companiesShown }),
    legalId === null ? [] : listMerchantsOfLegalId(ctx.db, legalIdIn(legalId), merchantId),
  ])
  return {
    merchant: viewOf(record),
    requirements: requirementsOf(record),
    owners: members.filter(({ permissions, disabledAt }) => permissions.includes(teamPermission) && !disabledAt),
    invitations: invitations.filter(({ permissions }) => permissions.includes(teamPermission)),
    companies,
    doubt: legalId === null ? undefined : doubtOfRnc(legalId),
    sameLegalId,
  }
}

/** What a merchant is called; undefined for one that never was. Throws `permission_missing`. */
export async function nameMerchantOfNetwork(ctx: Reader, merchantId: number): Promise<string | undefined> {
  requirePermission(ctx.member, networkMerchantsPermission)
  return (await findDescribed(ctx.db, merchantId))?.name
}

type Sum = { readonly count: number; readonly cents: Cents }

/** What disabling a merchant at this moment would do. */
export type Effect = {
  readonly apiKeys: number
  readonly oauthClients: number
  /** Reserved at a till and not yet confirmed: they could be confirmed no more, and expire by themselves until then. */
  readonly reservations: Sum & { readonly until: Date | null }
  /** Who has a benefit of the merchant today, and of how many companies. */
  readonly people: number
  readonly companies: number
  readonly authorizedLastHour: number
  readonly consumedLastHour: Sum
  /** After its end, for so long can an authorization still be confirmed once the merchant is enabled again (D61). */
  readonly lateNotificationHours: number
}

/** The effect that disabling would have now, of live rows. Throws `permission_missing`, `not_found`. */
export async function previewDisabling(ctx: Reader, merchantId: number): Promise<Effect> {
  requirePermission(ctx.member, networkMerchantsPermission)
  const sums = await sumEffect(ctx.db, merchantId)
  if (!sums) throw new OfficeFault('not_found')
  const { reservations, losing, consumedLastHour, ...rest } = sums
  return {
    ...rest,
    ...losing,
    reservations: {
      count: reservations.count,
      cents: centsOfNumeric(reservations.amount),
      until: reservations.until === null ? null : new Date(reservations.until),
    },
    consumedLastHour: { count: consumedLastHour.count, cents: centsOfNumeric(consumedLastHour.amount) },
  }
}
