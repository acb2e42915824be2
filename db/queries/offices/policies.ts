import { asc, desc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly } from '@/db/rows'
import { merchantPolicyChanges, merchants, users } from '@/db/schema'
import type { MerchantPolicy, PolicyValue } from '@/lib/policies/policies'

/** What the operator sets for a merchant, as its screens ask and write it (ADR-0058). */

type NewPolicy = PolicyValue & { readonly until: Date | null }

const standing = ({ value, burst }: PolicyValue) => ({
  calls: {
    callsPerMinute: value,
    callsBurst: burst,
    callsUntil: null,
    temporaryCallsPerMinute: null,
    temporaryCallsBurst: null,
  },
  misses: { missesPerMinute: value, missesUntil: null, temporaryMissesPerMinute: null },
  late_notification: {
    lateNotificationHours: value ?? 0,
    lateNotificationUntil: null,
    temporaryLateNotificationHours: null,
  },
  authorization_life: {
    authorizationTtlSeconds: value,
    authorizationTtlUntil: null,
    temporaryAuthorizationTtlSeconds: null,
  },
})

const temporary = ({ value, burst }: PolicyValue, until: Date) => ({
  calls: { callsUntil: until, temporaryCallsPerMinute: value, temporaryCallsBurst: burst },
  misses: { missesUntil: until, temporaryMissesPerMinute: value },
  late_notification: { lateNotificationUntil: until, temporaryLateNotificationHours: value ?? 0 },
  authorization_life: { authorizationTtlUntil: until, temporaryAuthorizationTtlSeconds: value },
})

/** Has a policy of a merchant hold until a moment beside what stood, or from now on in its place. False where there is no such merchant. */
export async function setPolicy(
  tx: OfficeTx,
  merchantId: number,
  policy: MerchantPolicy,
  { until, ...value }: NewPolicy,
): Promise<boolean> {
  const changed = await tx
    .update(merchants)
    .set(until === null ? standing(value)[policy] : temporary(value, until)[policy])
    .where(eq(merchants.id, merchantId))
    .returning({ id: merchants.id })
  return atMostOne(changed) !== undefined
}

export async function insertPolicyChange(
  tx: OfficeTx,
  change: typeof merchantPolicyChanges.$inferInsert,
): Promise<void> {
  theOnly(await tx.insert(merchantPolicyChanges).values(change).returning({ id: merchantPolicyChanges.id }))
}

/** A merchant with what stands, what was set until a moment, and whether that holds still on the clock of the database. */
export async function findPolicies(db: OfficeDb | OfficeTx, merchantId: number) {
  const isInForce = (until: PgColumn) => sql<boolean>`coalesce(${until} > now(), false)`
  return atMostOne(
    await db
      .select({
        id: merchants.id,
        name: merchants.name,
        callsPerMinute: merchants.callsPerMinute,
        callsBurst: merchants.callsBurst,
        temporaryCallsPerMinute: merchants.temporaryCallsPerMinute,
        temporaryCallsBurst: merchants.temporaryCallsBurst,
        callsUntil: merchants.callsUntil,
        isCallsTemporary: isInForce(merchants.callsUntil),
        missesPerMinute: merchants.missesPerMinute,
        temporaryMissesPerMinute: merchants.temporaryMissesPerMinute,
        missesUntil: merchants.missesUntil,
        isMissesTemporary: isInForce(merchants.missesUntil),
        lateNotificationHours: merchants.lateNotificationHours,
        temporaryLateNotificationHours: merchants.temporaryLateNotificationHours,
        lateNotificationUntil: merchants.lateNotificationUntil,
        isLateNotificationTemporary: isInForce(merchants.lateNotificationUntil),
        authorizationTtlSeconds: merchants.authorizationTtlSeconds,
        temporaryAuthorizationTtlSeconds: merchants.temporaryAuthorizationTtlSeconds,
        authorizationTtlUntil: merchants.authorizationTtlUntil,
        isAuthorizationTtlTemporary: isInForce(merchants.authorizationTtlUntil),
      })
      .from(merchants)
      .where(eq(merchants.id, merchantId)),
  )
}

const approvers = alias(users, 'approvers')

/** What was set for a merchant, newest first. */
export const listPolicyChanges = (db: OfficeDb, merchantId: number, limit: number) =>
  db
    .select({
      id: merchantPolicyChanges.id,
      policy: merchantPolicyChanges.policy,
      value: merchantPolicyChanges.value,
      burst: merchantPolicyChanges.burst,
      until: merchantPolicyChanges.until,
      reason: merchantPolicyChanges.reason,
      changedBy: users.name,
      approvedBy: approvers.name,
      createdAt: merchantPolicyChanges.createdAt,
    })
    .from(merchantPolicyChanges)
    .innerJoin(users, eq(users.id, merchantPolicyChanges.changedBy))
    .leftJoin(approvers, eq(approvers.id, merchantPolicyChanges.approvedBy))
    .where(eq(merchantPolicyChanges.merchantId, merchantId))
    .orderBy(desc(merchantPolicyChanges.id))
    .limit(limit)

/** The merchants whose name has a text; without one those for whom something holds that is not the installation's. By name. */
export const listMerchantsWithPolicies = (db: OfficeDb, search: string, limit: number) =>
  db
    .select({ id: merchants.id, name: merchants.name, enabled: merchants.enabled })
    .from(merchants)
    .where(
      search === ''
        ? or(
            isNotNull(merchants.callsPerMinute),
            isNotNull(merchants.missesPerMinute),
            gt(merchants.lateNotificationHours, 0),
            isNotNull(merchants.authorizationTtlSeconds),
            gt(merchants.callsUntil, sql`now()`),
            gt(merchants.missesUntil, sql`now()`),
            gt(merchants.lateNotificationUntil, sql`now()`),
            gt(merchants.authorizationTtlUntil, sql`now()`),
          )
        : sql`strpos(lower(${merchants.name}), lower(${search})) > 0`,
    )
    .orderBy(asc(sql`lower(${merchants.name})`), asc(merchants.id))
    .limit(limit)
