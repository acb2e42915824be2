import {
  type CredentialIds,
  countCallsByHourOfDay,
  countTerminalsByBranch,
  sumLiveAuthorizations,
  sumRedemptionsByBranch,
} from '@/db/queries/offices/credential-impact'
import { findWaitingMail } from '@/db/queries/offices/mails'
import { listHolders } from '@/db/queries/offices/memberships'
import { attemptView } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { redemptionsPermission } from '@/lib/redemption/permission'
import { listBothKinds } from './list-credentials'
import { integrationsPermission } from './permissions'
import { quietestHour } from './quiet-hour'
import type { CredentialReference } from './reference'
import { reminderKeyOf } from './remind-later'
import type { CredentialView } from './views'

/** How many redemptions there were, and what was bought with them. */
export type Redeemed = { readonly count: number; readonly cents: Cents }

/** What stops, or is interrupted, when credentials are rotated or ended. */
export type Impact = {
  readonly credentials: number
  /** Accepted calls of the last 24 hours. */
  readonly calls: number
  readonly lastCallAt: Date | null
  readonly day: Redeemed
  readonly week: Redeemed
  /** Where they redeemed in the last 7 days, most first. */
  readonly branches: readonly { readonly name: string | null; readonly count: number }[]
  /** The tills that called with them last, in the last 7 days, by branch, most first: those that name themselves and those that do not. */
  readonly terminals: Impact['branches']
  /** Reserved by them and not yet confirmed, and who besides them may confirm that (D41, D68). */
  readonly inFlight: Redeemed & {
    readonly until: Date | null
    readonly confirmable: 'credential' | 'person' | 'nobody'
  }
  /** The hour of the day with the fewest calls in four weeks, from 0. */
  readonly quietest: number | undefined
}

/** Of one credential: when its reader is to be reminded of it, and whether they may ask for that. */
export type ImpactOfOne = Impact & { readonly remindedAt: Date | undefined; readonly canRemind: boolean }

/** What depends on a credential. Throws `not_found`, also for another merchant's. */
export const showImpact = (ctx: OfficeContext, { kind, id }: CredentialReference): Promise<ImpactOfOne> =>
  attemptView(
    ctx,
    { permission: integrationsPermission, action: `${kind}.seen`, subject: { type: kind, id } },
    async () => {
      const all = await listBothKinds(ctx.db, ctx.member.merchantId)
      const asked = all.find((one) => one.kind === kind && one.id === id)
      if (asked === undefined) throw new OfficeFault('not_found')
      const [impact, remindedAt] = await Promise.all([
        impactOf(ctx, all, [asked]),
        findWaitingMail(ctx.db, reminderKeyOf(asked, ctx.member.userId)),
      ])
      return { ...impact, remindedAt, canRemind: asked.status === 'live' && impact.quietest !== undefined }
    },
  )

/** What depends on the credentials that are neither revoked nor deleted, together. Throws `permission_missing`. */
export async function showImpactOfAll(ctx: OfficeContext): Promise<Impact> {
  requirePermission(ctx.member, integrationsPermission)
  const all = await listBothKinds(ctx.db, ctx.member.merchantId)
  return impactOf(
    ctx,
    all,
    all.filter(({ status }) => status !== 'revoked' && status !== 'deleted'),
  )
}

async function impactOf(
  { db, member }: OfficeContext,
  all: readonly CredentialView[],
  concerned: readonly CredentialView[],
) {
  const { merchantId } = member
  const idsOf = (kind: CredentialView['kind']) => concerned.filter((one) => one.kind === kind).map(({ id }) => id)
  const ids: CredentialIds = { apiKeyIds: idsOf('api_key'), oauthClientIds: idsOf('oauth_client') }
  const [redeemed, tills, live, calls, people] = await Promise.all([
    sumRedemptionsByBranch(db, merchantId, ids),
    countTerminalsByBranch(db, merchantId, ids),
    sumLiveAuthorizations(db, merchantId, ids),
    countCallsByHourOfDay(db, merchantId, ids),
    listHolders(db, member, redemptionsPermission),
  ])
  const byAnother = all.some(
    (one) => !concerned.includes(one) && one.status === 'live' && one.permissions.includes('core.integrations'),
  )
  const uses = concerned.flatMap(({ lastUsedAt }) => (lastUsedAt === null ? [] : [lastUsedAt.getTime()]))
  return {
    credentials: concerned.length,
    calls: sum(calls.map(({ ofLastDay }) => ofLastDay)),
    lastCallAt: uses.length === 0 ? null : new Date(Math.max(...uses)),
    day: { count: sum(redeemed.map(({ day }) => day)), cents: total(redeemed.map(({ dayAmount }) => dayAmount)) },
    week: { count: sum(redeemed.map(({ week }) => week)), cents: total(redeemed.map(({ weekAmount }) => weekAmount)) },
    branches: redeemed.map(({ branchName, week }) => ({ name: branchName, count: week })),
    terminals: tills.map(({ branchName, count }) => ({ name: branchName, count })),
    inFlight: {
      count: live.count,
      cents: centsOfNumeric(live.amount),
      until: live.until,
      confirmable: byAnother ? 'credential' : people.length > 0 ? 'person' : 'nobody',
    },
    quietest: quietestHour(calls),
  } satisfies Impact
}

const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0)

const total = (amounts: readonly string[]): Cents =>
  amounts.reduce((cents, amount) => cents + centsOfNumeric(amount), 0n)
