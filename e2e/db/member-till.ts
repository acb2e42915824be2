import { randomUUID } from 'node:crypto'
import { Database } from '@/db/database'
import { Pool } from '@/db/pool'
import type { MerchantPermission } from '@/lib/accounts/permissions'
import type { AuthorizationOutcome, Idempotency } from '@/lib/context'
import { fingerprint } from '@/lib/http/idempotency-key'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import { deriveKey } from '@/lib/kernel/derive-key'
import { Gate } from '@/lib/kernel/gate'
import { newCode } from '@/lib/kernel/random-text'
import { MemoryLimiter } from '@/lib/rate-limit/limit-rate'
import { findStanding } from '@/lib/redemption/find-standing'
import {
  applyAsMember,
  chargeAsMember,
  type MemberTillContext,
  releaseAsMember,
} from '@/lib/redemption/redeem-as-member'
import type { ApplyInput } from '@/lib/redemption/schemas'
import { applyWithinMisses, checkAsMember, countMemberCall } from '@/lib/redemption/search-as-member'
import { createDatabase } from '../fixtures/database'
import { factories, newReference, type Shop, testDataKey } from '../fixtures/factories'
import { people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'
import { expectInvariants } from './invariants'

const fingerprintKey = deriveKey(testDataKey, 'aliado fingerprint v1')

const keyFor = (operation: string, input: object, key: string = randomUUID()): Idempotency => ({
  key,
  fingerprint: fingerprint(fingerprintKey, operation, input),
})

/** A database of a file's own with the tills' pool, and what its members do at the till in the browser. */
export function startMemberTill() {
  const of = openForTests(async (atEnd) => {
    const { sql, databaseUrl, drop } = await createDatabase()
    atEnd(drop)
    atEnd(() => expectInvariants(sql))
    const pool = new Pool(databaseUrl, { applicationName: 'test till' })
    atEnd(() => pool.close())
    const shared = new Pool(databaseUrl, { applicationName: 'test till' })
    atEnd(() => shared.close())
    return { sql, db: new Database(pool, new Gate({ size: 40, waitMsMax: 5_000, queueMax: 100 }), shared) }
  })
  const newCashier = async (shop: Shop, permissions: MerchantPermission[] = ['merchant.redemptions.make']) => {
    const { sql, db } = of()
    const member = await people(sql).newMember(shop.merchant.id, { permissions })
    const counted: Partial<Record<AuthorizationOutcome, number>> = {}
    const ctx: MemberTillContext & { limiter: MemoryLimiter } = {
      limiter: new MemoryLimiter(),
      db,
      member: { merchantId: shop.merchant.id, userId: member.id },
      origin: { address: '203.0.113.7', userAgent: 'a test', requestId: 'test' },
      identificationKeys: deriveIdentificationKeys(testDataKey),
      authorizationTtlSeconds: 900,
      newCode,
      tally: (outcome, count = 1) => {
        counted[outcome] = (counted[outcome] ?? 0) + count
      },
    }
    return {
      ctx,
      userId: member.id,
      counted,
      apply: (over: Partial<ApplyInput> = {}, key?: string) => {
        const input: ApplyInput = {
          identificationTypeId: shop.person.identificationTypeId,
          identification: shop.person.identification,
          merchantDiscountId: shop.discountId,
          purchaseAmount: 100_000n,
          reference: newReference(),
          branchId: undefined,
          items: undefined,
          ...over,
        }
        return applyAsMember(ctx, input, keyFor('applyDiscount', input, key))
      },
      search: (identification = shop.person.identification) =>
        checkAsMember(ctx, { identificationTypeId: 1, identification, branchId: undefined, purchaseAmount: undefined }),
      tryToApply: (identification: string) => {
        const input: ApplyInput = {
          identificationTypeId: 1,
          identification,
          merchantDiscountId: shop.discountId,
          purchaseAmount: 100_000n,
          reference: newReference(),
          branchId: undefined,
          items: undefined,
        }
        return applyWithinMisses(ctx, input, keyFor('applyDiscount', input))
      },
      call: () => countMemberCall(ctx),
      standing: (asked: Parameters<typeof findStanding>[1]) => findStanding(ctx, asked),
      charge: (of: { authorizationCode: string; reference: string }, key?: string) => {
        const input = { ...codeOf(of), consumptionDate: '2026-01-02T03:04:05.000Z', purchaseAmount: undefined }
        return chargeAsMember(ctx, input, keyFor('registerConsumption', input, key))
      },
      release: (of: { authorizationCode: string; reference: string }) => releaseAsMember(ctx, codeOf(of)),
    }
  }
  return {
    sql: () => of().sql,
    newShop: (...options: Parameters<ReturnType<typeof factories>['shop']>) => factories(of().sql).shop(...options),
    newCashier,
  }
}

const codeOf = ({ authorizationCode, reference }: { authorizationCode: string; reference: string }) => ({
  authorizationCode,
  reference,
})
