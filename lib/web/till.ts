import type { Idempotency } from '@/lib/context'
import { idempotencyOf as idempotent } from '@/lib/http/idempotency-key'
import { service } from '@/lib/http/service'
import { newCode } from '@/lib/kernel/random-text'
import { countMemberCall, type LimitedContext } from '@/lib/redemption/search-as-member'
import type { MerchantMemberContext } from './merchant-office'

/** What the till in the browser shares with the integration API: connections, limits, keys and metrics of this process (D68). */
export async function tillContext({ member, origin }: MerchantMemberContext): Promise<LimitedContext> {
  const shared = service()
  const ctx = {
    db: shared.db,
    member: { merchantId: member.merchantId, userId: member.userId },
    origin,
    limiter: shared.limiter,
    identificationKeys: shared.identificationKeys,
    authorizationTtlSeconds: shared.env.AUTHORIZATION_TTL_SECONDS,
    newCode,
    tally: shared.tally,
  }
  await countMemberCall(ctx)
  return ctx
}

/** A key as the API takes it (D44): with the fingerprint that the same body of a merchant's system has. */
export const idempotencyOf = (operation: string, key: string, input: unknown): Idempotency =>
  idempotent(service(), operation, key.toLowerCase(), input)
