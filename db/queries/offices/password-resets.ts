import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere } from '@/db/rows'
import { passwordResets, users } from '@/db/schema'

const isOpen = and(isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, sql`now()`))

export async function insertPasswordReset(
  tx: OfficeTx,
  reset: { userId: number; tokenHash: Buffer; minutes: number; address: string | null },
): Promise<void> {
  const { minutes, ...row } = reset
  await tx.insert(passwordResets).values({ ...row, expiresAt: sql`now() + ${minutes}::int * interval '1 minute'` })
}

/** The user to whom a link that still works was sent. */
export async function findOpenReset(db: OfficeDb, tokenHash: Buffer) {
  const rows = await db
    .select({
      id: passwordResets.id,
      userId: users.id,
      email: users.email,
      name: users.name,
      language: users.language,
    })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), isOpen, isNull(users.disabledAt)))
  return atMostOne(rows)
}

/** Uses up a link and all other links of its user: of simultaneous calls exactly one succeeds. */
export async function spendResets(tx: OfficeTx, userId: number, resetId: number): Promise<boolean> {
  const used = await tx
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.id, resetId), eq(passwordResets.userId, userId), isOpen))
    .returning({ id: passwordResets.id })
  if (!isThere(used)) return false
  await closeResets(tx, userId)
  return true
}

/** Every link of that user stops working. */
export async function closeResets(tx: OfficeTx, userId: number): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
}
