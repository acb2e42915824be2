import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly } from '@/db/rows'
import { recoveryCodes } from '@/db/schema'

/** Replaces all recovery codes by new ones. */
export async function replaceRecoveryCodes(
  tx: OfficeTx,
  userId: number,
  codes: readonly { prefix: string; codeHash: string }[],
): Promise<void> {
  await deleteRecoveryCodes(tx, userId)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ ...code, userId })))
}

export async function deleteRecoveryCodes(tx: OfficeTx, userId: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

export async function findUnusedRecoveryCode(db: OfficeDb, userId: number, prefix: string) {
  const rows = await db
    .select({ id: recoveryCodes.id, codeHash: recoveryCodes.codeHash })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.prefix, prefix), isNull(recoveryCodes.usedAt)))
  return atMostOne(rows)
}

/** Uses up a code: of simultaneous calls exactly one succeeds. */
export async function spendRecoveryCode(tx: OfficeTx, userId: number, codeId: number): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.id, codeId), eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id })
  return isThere(used)
}

export async function countUnusedRecoveryCodes(db: OfficeDb | OfficeTx, userId: number): Promise<number> {
  const rows = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return theOnly(rows).left
}
