import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly } from '@/db/rows'
import { users } from '@/db/schema'
import type { SealedTotp } from '@/lib/accounts/seal'

type Db = OfficeDb | OfficeTx

const columns = {
  id: users.id,
  email: users.email,
  name: users.name,
  language: users.language,
  passwordHash: users.passwordHash,
  passwordChangedAt: users.passwordChangedAt,
  disabledAt: users.disabledAt,
  totpSecret: users.totpSecret,
  totpPendingSecret: users.totpPendingSecret,
  totpKeyGeneration: users.totpKeyGeneration,
  totpPendingKeyGeneration: users.totpPendingKeyGeneration,
  totpEnrolledAt: users.totpEnrolledAt,
}

/** With hashes and sealed secrets: for the verbs that compare them. */
export type UserRecord = NonNullable<Awaited<ReturnType<typeof findUser>>>

export async function findUserByEmail(db: Db, email: string) {
  return atMostOne(await db.select(columns).from(users).where(eq(users.email, email)))
}

export async function findUser(db: Db, userId: number) {
  return atMostOne(await db.select(columns).from(users).where(eq(users.id, userId)))
}

/**
 * Whether the account still is what it was when its password was verified, and stays so until the transaction ends: enabled, with
 * that hash.
 */
export async function holdUser(tx: OfficeTx, userId: number, passwordHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash), isNull(users.disabledAt)))
    .for('share')
  return isThere(rows)
}

/** Until the transaction ends nobody else changes the account, or opens or ends sessions of it. */
export async function lockUser(tx: OfficeTx, userId: number): Promise<void> {
  theOnly(await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update'))
}

export async function insertUser(
  tx: OfficeTx,
  user: { email: string; name: string; language: 'es' | 'en'; passwordHash: string },
): Promise<number | undefined> {
  const made = await tx
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return atMostOne(made)?.id
}

/** A new password for an account that is enabled; says whether it was. */
export async function setPassword(tx: OfficeTx, userId: number, passwordHash: string): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ passwordHash, passwordChangedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.disabledAt)))
    .returning({ id: users.id })
  return isThere(changed)
}

export async function setPreferences(
  db: Db,
  userId: number,
  preferences: { name?: string; language?: 'es' | 'en' },
): Promise<void> {
  theOnly(await db.update(users).set(preferences).where(eq(users.id, userId)).returning({ id: users.id }))
}

/** Stores a secret that waits for its first code, in place of an earlier one that waited. */
export async function setPendingTotp(tx: OfficeTx, userId: number, { sealed, generation }: SealedTotp): Promise<void> {
  const changed = await tx
    .update(users)
    .set({ totpPendingSecret: sealed, totpPendingKeyGeneration: generation })
    .where(eq(users.id, userId))
    .returning({ id: users.id })
  theOnly(changed)
}

/**
 * Makes the pending secret of a locked account the active one, sealed as `confirmed`, and takes the time step of its first code. Returns
 * whether a secret was pending: of simultaneous calls exactly one succeeds.
 */
export async function confirmPendingTotp(
  tx: OfficeTx,
  userId: number,
  { sealed, generation }: SealedTotp,
  step: number,
): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({
      totpSecret: sealed,
      totpKeyGeneration: generation,
      totpPendingSecret: null,
      totpEnrolledAt: sql`now()`,
      totpLastStep: step,
    })
    .where(and(eq(users.id, userId), isNotNull(users.totpPendingSecret), isNull(users.disabledAt)))
    .returning({ id: users.id })
  return isThere(changed)
}

/** Takes a time step of the active secret of a locked account: each once, and none before it afterwards (RFC 6238, 5.2). */
export async function takeTotpStep(tx: OfficeTx, userId: number, step: number): Promise<boolean> {
  const taken = await tx
    .update(users)
    .set({ totpLastStep: step })
    .where(
      and(
        eq(users.id, userId),
        isNotNull(users.totpSecret),
        or(isNull(users.totpLastStep), lt(users.totpLastStep, step)),
      ),
    )
    .returning({ id: users.id })
  return isThere(taken)
}

/** Removes the second step of an account. Returns whether there was one. */
export async function removeTotp(tx: OfficeTx, userId: number): Promise<boolean> {
  const removed = await tx
    .update(users)
    .set({ totpSecret: null, totpPendingSecret: null, totpEnrolledAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.totpSecret)))
    .returning({ id: users.id })
  return isThere(removed)
}
