import { and, asc, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly } from '@/db/rows'
import { branches, consumptions } from '@/db/schema'

type Db = OfficeDb | OfficeTx

const columns = { id: branches.id, name: branches.name, active: branches.active }

/** The branches of a merchant, those that are active first, by name. */
export const listBranches = (db: Db, merchantId: number) =>
  db
    .select(columns)
    .from(branches)
    .where(eq(branches.merchantId, merchantId))
    .orderBy(desc(branches.active), asc(sql`lower(${branches.name})`), asc(branches.id))

export type BranchRecord = Awaited<ReturnType<typeof listBranches>>[number]

/** How many consumptions each branch of a merchant had in the last days, by its id. */
export async function countConsumptionsByBranch(
  db: Db,
  merchantId: number,
  days: number,
): Promise<Map<number, number>> {
  const rows = await db
    .select({ branchId: consumptions.branchId, count: count() })
    .from(consumptions)
    .where(
      and(
        eq(consumptions.merchantId, merchantId),
        gt(consumptions.registeredAt, sql`now() - ${days}::int * interval '1 day'`),
      ),
    )
    .groupBy(consumptions.branchId)
  return new Map(rows.flatMap(({ branchId, count }) => (branchId === null ? [] : [[branchId, count] as const])))
}

export async function findBranch(db: Db, merchantId: number, branchId: number): Promise<BranchRecord | undefined> {
  const rows = await db
    .select(columns)
    .from(branches)
    .where(and(eq(branches.merchantId, merchantId), eq(branches.id, branchId)))
  return atMostOne(rows)
}

export async function insertBranch(tx: OfficeTx, merchantId: number, name: string): Promise<number> {
  return theOnly(await tx.insert(branches).values({ merchantId, name }).returning({ id: branches.id })).id
}

export async function updateBranch(
  tx: OfficeTx,
  merchantId: number,
  branchId: number,
  changes: { name?: string; active?: boolean },
): Promise<void> {
  const updated = await tx
    .update(branches)
    .set(changes)
    .where(and(eq(branches.merchantId, merchantId), eq(branches.id, branchId)))
    .returning({ id: branches.id })
  theOnly(updated)
}
