import { type CallWithSaleRecord, countCallsByAddress, listCallsWithSales } from '@/db/queries/offices/api-requests'
import { sumRedemptionsSince } from '@/db/queries/offices/credential-impact'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import type { CredentialReference } from '@/lib/credentials/reference'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { pageByTime } from '@/lib/kernel/page'
import { beginOf, type IncidentFilter } from './incident'
import { placeOf } from './selection'

type Ctx = Pick<OfficeContext, 'db' | 'member'>

/** One call of an incident sheet. */
export type IncidentCall = Omit<CallWithSaleRecord, 'purchaseAmount'> & {
  /** What was bought, where the call registered a consumption. */
  readonly purchaseCents: Cents | null
}

const addressesShown = 50

/** Of a credential with hundreds of thousands of calls a day the newest are counted, which a reader can wait for. */
const countedMax = 50_000

/**
 * What a credential did in the last hours, ended or not: its calls one by one, by address, and its redemptions by branch. A credential
 * of nobody, or of another merchant, did nothing. `countedSince` where its calls were too many and only the newest were counted. Throws
 * `permission_missing`.
 */
export async function showIncident(
  { db, member }: Ctx,
  filter: IncidentFilter & { readonly credential: CredentialReference },
  now: Date,
  callsMax = countedMax,
) {
  requirePermission(member, integrationsPermission)
  const { merchantId } = member
  const { credential, before, after, size } = filter
  const [from, oldestFirst] = [beginOf(filter, now), filter.sort === 'when']
  const place = { before: placeOf(before), after: placeOf(after) }
  const [records, addresses, redeemed] = await Promise.all([
    listCallsWithSales(db, merchantId, { credential, from, ...place, limit: size + 1, oldestFirst }),
    countCallsByAddress(db, merchantId, { credential, from, callsMax, limit: addressesShown }),
    sumRedemptionsSince(db, merchantId, idsOf(credential), from),
  ])
  const { page, newer, older } = pageByTime(records, size, { before, after, oldestFirst })
  const branches = redeemed.map(({ branchName, count, purchaseAmount, discountAmount }) => ({
    ...{ name: branchName, count },
    ...{ purchaseCents: centsOfNumeric(purchaseAmount), discountCents: centsOfNumeric(discountAmount) },
  }))
  const counted = addresses[0]?.callsInAll ?? 0
  return {
    countedSince: counted < callsMax ? undefined : addresses[0]?.firstInAll,
    calls: page.map(viewOf),
    newerThan: newer?.id,
    olderThan: older?.id,
    addresses,
    branches,
    totals: {
      calls: counted,
      failed: addresses[0]?.failedInAll ?? 0,
      addresses: addresses[0]?.addressesInAll ?? 0,
      redemptions: branches.reduce((sum, { count }) => sum + count, 0),
      purchaseCents: branches.reduce((sum, { purchaseCents }) => sum + purchaseCents, 0n),
      discountCents: branches.reduce((sum, { discountCents }) => sum + discountCents, 0n),
    },
  }
}

export type Incident = Awaited<ReturnType<typeof showIncident>>

/** Every call of an incident sheet, newest first, a batch at a time. Throws `permission_missing`. */
export function exportIncident(
  { db, member }: Ctx,
  filter: IncidentFilter & { readonly credential: CredentialReference },
  now: Date,
): Batches<IncidentCall> {
  requirePermission(member, integrationsPermission)
  const { credential } = filter
  const read = (last: CallWithSaleRecord | undefined, limit: number) =>
    listCallsWithSales(db, member.merchantId, {
      ...{ credential, from: beginOf(filter, now), before: placeOf(last?.id), limit },
    })
  return readBatches(read, viewOf)
}

const viewOf = ({ purchaseAmount, ...call }: CallWithSaleRecord): IncidentCall => ({
  ...call,
  purchaseCents: purchaseAmount === null ? null : centsOfNumeric(purchaseAmount),
})

const idsOf = ({ kind, id }: CredentialReference) => ({
  apiKeyIds: kind === 'api_key' ? [id] : [],
  oauthClientIds: kind === 'oauth_client' ? [id] : [],
})
