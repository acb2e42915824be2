import {
  lockMember,
  type MemberAtTill,
  markAuthorization,
  markConsumption,
  recordSaleEvent,
} from '@/db/queries/tills/member-records'
import type { AuthorizationOutcome, Context, Idempotency, Origin } from '@/lib/context'
import { assert } from '@/lib/kernel/assert'
import { Fault } from '@/lib/kernel/fault'
import { applyDiscount } from './apply-discount'
import { redemptionsPermission } from './permission'
import { registerConsumption } from './register-consumption'
import { releaseAuthorization } from './release-authorization'
import type { ApplyInput, ConsumeInput, ReleaseInput } from './schemas'

/** What the till in the browser works with: a member of the merchant in place of a credential (D68). */
export type MemberTillContext = Omit<Context, 'actor'> & { readonly member: MemberAtTill; readonly origin: Origin }

/** `applyDiscount` by a member. Throws what it throws, and `permission_missing` and `merchant_disabled`. */
export const applyAsMember = (ctx: MemberTillContext, input: ApplyInput, idempotency: Idempotency) =>
  asMember(ctx, async (inner) => {
    const answer = await applyDiscount(inner, input, idempotency)
    if (answer.replayed) return answer
    assert(await markAuthorization(inner.db, ctx.member, answer.value.authorizationCode), 'it was made just now')
    return answer
  })

/** `registerConsumption` by a member: also of what a credential or another member reserved (D41). */
export const chargeAsMember = (ctx: MemberTillContext, input: ConsumeInput, idempotency: Idempotency) =>
  asMember(ctx, async (inner) => {
    const answer = await registerConsumption(inner, input, idempotency)
    if (answer.replayed) return answer
    const { code, reference } = answer.value
    assert(await markConsumption(inner.db, ctx.member, code), 'it was made just now')
    await recordSaleEvent(inner.db, ctx.member, ctx.origin, {
      action: 'sale.charged',
      outcome: 'done',
      subject: code,
      details: { reference },
    })
    return answer
  })

/** `releaseAuthorization` by a member. */
export const releaseAsMember = (ctx: MemberTillContext, input: ReleaseInput) =>
  asMember(ctx, async (inner, happened) => {
    const answer = await releaseAuthorization(inner, input)
    // A second release changes nothing, and is no event.
    if (!happened.some(({ outcome }) => outcome === 'released')) return answer
    const { authorizationCode, reference } = answer.value
    await recordSaleEvent(inner.db, ctx.member, ctx.origin, {
      action: 'sale.canceled',
      outcome: 'done',
      subject: authorizationCode,
      details: { reference },
    })
    return answer
  })

/**
 * Runs a verb in one transaction with what is written of its member, after the permission was read there (P-08). What happened to
 * authorizations is counted when the transaction has ended, since a refusal undoes it.
 */
async function asMember<T>(
  { member, origin: _, ...ctx }: MemberTillContext,
  verb: (inner: Context, happened: readonly { readonly outcome: AuthorizationOutcome }[]) => Promise<T>,
): Promise<T> {
  let counted: { outcome: AuthorizationOutcome; count: number }[] = []
  const answer = await ctx.db.transaction(async (db) => {
    // A transaction that met a deadlock is done over.
    const happened: typeof counted = []
    counted = happened
    const standing = await lockMember(db, member)
    if (!standing?.permissions.includes(redemptionsPermission)) throw new Fault('permission_missing')
    if (!standing.merchantEnabled) throw new Fault('merchant_disabled')
    const actor = { merchantId: member.merchantId, credential: undefined }
    const tally: Context['tally'] = (outcome, count = 1) => {
      happened.push({ outcome, count })
    }
    return verb({ ...ctx, db, actor, tally }, happened)
  })
  for (const { outcome, count } of counted) ctx.tally(outcome, count)
  return answer
}
