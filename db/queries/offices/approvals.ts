import { and, desc, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly, whole } from '@/db/rows'
import { approvals, fourEyesSwitches, operatorMemberships, users } from '@/db/schema'
import type { ApprovalKind } from '@/lib/approvals/kinds'

type Db = OfficeDb | OfficeTx

/** By the clock and not by the transaction's beginning, which may have been long ago when a lock was waited for. */
const now = sql`clock_timestamp()`

const isWaiting = and(isNull(approvals.decision), gt(approvals.expiresAt, now))

const proposer = alias(users, 'proposer')
const decider = alias(users, 'decider')

const selected = (db: Db) =>
  db
    .select({
      id: approvals.id,
      kind: approvals.kind,
      payload: approvals.payload,
      proposedBy: approvals.proposedBy,
      proposerName: proposer.name,
      proposerEmail: proposer.email,
      proposerLanguage: proposer.language,
      proposedAt: approvals.proposedAt,
      expiresAt: approvals.expiresAt,
      decision: approvals.decision,
      decidedBy: approvals.decidedBy,
      deciderName: decider.name,
      decidedAt: approvals.decidedAt,
      reason: approvals.reason,
      isExpired: sql<boolean>`${approvals.decision} is null and ${approvals.expiresAt} <= ${now}`,
    })
    .from(approvals)
    .innerJoin(proposer, eq(proposer.id, approvals.proposedBy))
    .leftJoin(decider, eq(decider.id, approvals.decidedBy))

export type ApprovalRecord = Awaited<ReturnType<typeof selected>>[number]

export const findApproval = async (db: Db, id: number): Promise<ApprovalRecord | undefined> =>
  atMostOne(await selected(db).where(eq(approvals.id, id)))

export const listWaitingApprovals = (db: Db, kinds: readonly ApprovalKind[]) =>
  selected(db)
    .where(and(isWaiting, inArray(approvals.kind, [...kinds])))
    .orderBy(approvals.expiresAt, approvals.id)

/** Decided or expired, the newest first. */
export const listPastApprovals = (db: Db, kinds: readonly ApprovalKind[], limit: number) =>
  selected(db)
    .where(and(not(isWaiting as ReturnType<typeof eq>), inArray(approvals.kind, [...kinds])))
    .orderBy(desc(approvals.id))
    .limit(limit)

/** Of these kinds, what was proposed for a case of personal data, the newest first. */
export const listApprovalsOfCase = (db: Db, caseId: number, kinds: readonly ApprovalKind[]) =>
  selected(db)
    .where(and(inArray(approvals.kind, [...kinds]), sql`${approvals.payload} ->> 'caseId' = ${String(caseId)}`))
    .orderBy(desc(approvals.id))

/** Whether the same is proposed already and waits. */
export const isProposed = async (db: Db, kind: ApprovalKind, payload: unknown): Promise<boolean> =>
  whole(
    await db
      .select({ id: approvals.id })
      .from(approvals)
      .where(and(isWaiting, eq(approvals.kind, kind), sql`${approvals.payload} = ${JSON.stringify(payload)}::jsonb`))
      .limit(1),
  ).length > 0

export async function insertApproval(
  tx: OfficeTx,
  proposal: { kind: ApprovalKind; payload: unknown; proposedBy: number },
): Promise<number> {
  return theOnly(await tx.insert(approvals).values(proposal).returning({ id: approvals.id })).id
}

type Decision = NonNullable<ApprovalRecord['decision']>

/** Says whether it still waited at this moment; otherwise nothing is changed. */
export async function decideApproval(
  tx: OfficeTx,
  id: number,
  decided: { decision: Decision; decidedBy: number; reason?: string; outcome?: unknown },
): Promise<boolean> {
  const { outcome, ...rest } = decided
  const changed = await tx
    .update(approvals)
    .set({ ...rest, decidedAt: now, ...(outcome === undefined ? {} : { outcome }) })
    .where(and(eq(approvals.id, id), isWaiting))
    .returning({ id: approvals.id })
  return isThere(changed)
}

/** How the network decides, and how many people of the operator can sign in. */
export async function findFourEyes(db: Db) {
  const last = atMostOne(
    await db
      .select({
        isOn: fourEyesSwitches.isOn,
        at: fourEyesSwitches.switchedAt,
        reason: fourEyesSwitches.reason,
        by: users.name,
      })
      .from(fourEyesSwitches)
      .leftJoin(users, eq(users.id, fourEyesSwitches.switchedBy))
      .orderBy(desc(fourEyesSwitches.id))
      .limit(1),
  )
  const people = theOnly(
    await db
      .select({ count: sql<number>`count(*)::int` })
      .from(operatorMemberships)
      .innerJoin(users, eq(users.id, operatorMemberships.userId))
      .where(isNull(users.disabledAt)),
  ).count
  return { last, people }
}

export async function insertFourEyesSwitch(
  tx: OfficeTx,
  change: { isOn: boolean; switchedBy: number; reason?: string },
): Promise<void> {
  await tx.insert(fourEyesSwitches).values(change)
}
