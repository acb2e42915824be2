import { recordSaleEvent } from '@/db/queries/tills/member-records'
import { findLimits } from '@/db/queries/tills/policies'
import type { Idempotency } from '@/lib/context'
import { Fault } from '@/lib/kernel/fault'
import { type BucketRule, refusalHeaders } from '@/lib/rate-limit/bucket'
import type { Limiter } from '@/lib/rate-limit/limit-rate'
import { checkEligibility } from './check-eligibility'
import { applyAsMember, type MemberTillContext } from './redeem-as-member'
import type { ApplyInput, EligibilityInput } from './schemas'

/** D69: what finds nobody. No call gives one back: a person would know somebody whom the till finds, and ask in turns. */
const misses: BucketRule = { name: 'till-misses', perMinute: 6, burst: 30 }

const calls: BucketRule = { name: 'till-calls', perMinute: 120, burst: 60 }

/** The trail says once a minute at most that somebody goes on asking. */
const told: BucketRule = { name: 'till-misses-told', perMinute: 1, burst: 1 }

export type LimitedContext = MemberTillContext & { readonly limiter: Limiter }

const keyOf = ({ member }: LimitedContext) => `member:${member.merchantId}:${member.userId}`

/** Throws `rate_limited` when a member's till calls more often than any person works (D69). */
export async function countMemberCall(ctx: LimitedContext): Promise<void> {
  const verdict = await ctx.limiter.take(calls, keyOf(ctx), 1)
  if (!verdict.allowed) throw new Fault('rate_limited', { headers: refusalHeaders(calls, verdict) })
}

/** `checkEligibility` by a member, whose misses have a budget. Throws what it throws, and `rate_limited`. */
export const checkAsMember = (ctx: LimitedContext, input: EligibilityInput) =>
  withinMisses(ctx, async () => {
    const actor = { merchantId: ctx.member.merchantId, credential: undefined }
    const { value, missed } = await checkEligibility({ ...ctx, actor }, input)
    return { value, missed }
  })

/** `applyAsMember`, where what is not available to somebody is a miss too: it tells as much. */
export const applyWithinMisses = (ctx: LimitedContext, input: ApplyInput, idempotency: Idempotency) =>
  withinMisses(ctx, async (miss) => {
    try {
      return { value: (await applyAsMember(await withOwnLife(ctx), input, idempotency)).value, missed: false }
    } catch (error) {
      if (error instanceof Fault && error.code === 'discount_not_available') await miss()
      throw error
    }
  })

/** The life of an authorization is the merchant's own where one was set (ADR-0058): no credential brings it here. */
async function withOwnLife(ctx: LimitedContext): Promise<LimitedContext> {
  const { authorizationTtlSeconds } = await findLimits(ctx.db, ctx.member.merchantId)
  return authorizationTtlSeconds === null ? ctx : { ...ctx, authorizationTtlSeconds }
}

async function withinMisses<T>(
  ctx: LimitedContext,
  work: (miss: () => Promise<void>) => Promise<{ value: T; missed: boolean }>,
): Promise<T> {
  const verdict = await ctx.limiter.take(misses, keyOf(ctx), 0)
  if (!verdict.allowed) {
    if ((await ctx.limiter.take(told, keyOf(ctx), 1)).allowed) {
      await recordSaleEvent(ctx.db, ctx.member, ctx.origin, {
        action: 'sale.searched',
        outcome: 'denied',
        subject: String(ctx.member.userId),
        details: { reason: 'rate_limited' },
      })
    }
    throw new Fault('rate_limited', { headers: refusalHeaders(misses, verdict) })
  }
  // Forced: when several calls were let in together while one miss was left, each of them is counted.
  const miss = async () => {
    await ctx.limiter.take(misses, keyOf(ctx), 'force')
  }
  const { value, missed } = await work(miss)
  if (missed) await miss()
  return value
}
