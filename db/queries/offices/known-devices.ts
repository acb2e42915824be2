import { and, eq, gt, lt, ne, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { deleteOldest } from '@/db/oldest'
import { atMostOne } from '@/db/rows'
import { knownDevices, throttles } from '@/db/schema'

export type DeviceOwner = { readonly purpose: typeof knownDevices.$inferSelect.purpose; readonly email: string }

/** How long a device stays known without a use, and how many devices of one owner are known: those used last. */
export type DeviceBounds = { readonly days: number; readonly most: number }

const isOf = ({ purpose, email }: DeviceOwner) => and(eq(knownDevices.purpose, purpose), eq(knownDevices.email, email))

const later = alias(knownDevices, 'later')

/** The device of that token, if it is known to that owner: one of their last used ones, whatever is written at the same time. */
export async function findKnownDevice(db: OfficeDb, owner: DeviceOwner, tokenHash: Buffer, bounds: DeviceBounds) {
  const usedLater = db
    .select({ count: sql`count(*)` })
    .from(later)
    .where(
      and(
        eq(later.purpose, knownDevices.purpose),
        eq(later.email, knownDevices.email),
        sql`(${later.lastUsedAt}, ${later.id}) > (${knownDevices.lastUsedAt}, ${knownDevices.id})`,
      ),
    )
  const rows = await db
    .select({ id: knownDevices.id, secondStep: knownDevices.secondStep })
    .from(knownDevices)
    .where(
      and(
        eq(knownDevices.tokenHash, tokenHash),
        isOf(owner),
        gt(knownDevices.lastUsedAt, sql`now() - ${bounds.days}::int * interval '1 day'`),
        lt(sql`(${usedLater})`, bounds.most),
      ),
    )
  return atMostOne(rows)
}

/** From now on all owners of a known device know it by another token: a copy of the old token is worth nothing. */
export async function changeDeviceToken(tx: OfficeTx, from: Buffer, to: Buffer): Promise<void> {
  await tx.update(knownDevices).set({ tokenHash: to }).where(eq(knownDevices.tokenHash, from))
}

/** Makes a device known to an owner, or marks it as used; what is beyond their last used ones is forgotten. */
export async function upsertKnownDevice(
  tx: OfficeTx,
  owner: DeviceOwner,
  device: { tokenHash: Buffer; secondStep: boolean },
  bounds: DeviceBounds,
): Promise<void> {
  await tx
    .insert(knownDevices)
    .values({ ...owner, ...device })
    .onConflictDoUpdate({
      target: [knownDevices.tokenHash, knownDevices.purpose, knownDevices.email],
      set: {
        lastUsedAt: sql`now()`,
        secondStep: sql`${knownDevices.secondStep} or excluded.second_step`,
      },
    })
  const kept = tx
    .select({ id: later.id })
    .from(later)
    .where(and(eq(later.purpose, owner.purpose), eq(later.email, owner.email)))
    .orderBy(sql`${later.lastUsedAt} desc`, sql`${later.id} desc`)
    .limit(bounds.most)
  await tx.delete(knownDevices).where(and(isOf(owner), notInArray(knownDevices.id, kept)))
}

/** Forgets the devices of an owner, all or all but one. */
export async function forgetDevices(tx: OfficeTx, owner: DeviceOwner, exceptTokenHash?: Buffer): Promise<void> {
  await tx
    .delete(knownDevices)
    .where(and(isOf(owner), exceptTokenHash === undefined ? undefined : ne(knownDevices.tokenHash, exceptTokenHash)))
}

/** Clears the failures of an owner in a scope on all of their devices. */
export async function forgetDeviceFailures(tx: OfficeTx, scope: string, owner: DeviceOwner): Promise<void> {
  await tx
    .delete(throttles)
    .where(
      and(
        eq(throttles.scope, scope),
        sql`${throttles.subject} in (select ${knownDevices.id}::text from ${knownDevices} where ${isOf(owner)})`,
      ),
    )
}

/** Deletes some devices that were unused for so long that they are no longer known. Whether some may be left. */
export const sweepKnownDevices = (db: OfficeDb, { days }: DeviceBounds): Promise<boolean> =>
  deleteOldest(db, knownDevices.lastUsedAt, sql`now() - ${days}::int * interval '1 day'`)
