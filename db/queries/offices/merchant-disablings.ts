import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly } from '@/db/rows'
import { merchantDisablings, merchants } from '@/db/schema'
import type { Disabling } from '@/lib/network-merchants/disabling'

type Db = OfficeDb | OfficeTx

/** How a merchant stands: whether tills are served, and what was ordered of it and is neither undone nor over. */
export async function findStanding(db: Db, merchantId: number) {
  const rows = await db
    .select({
      name: merchants.name,
      enabled: merchants.enabled,
      disabling: {
        id: merchantDisablings.id,
        cause: merchantDisablings.cause,
        message: merchantDisablings.message,
        takesEffectAt: merchantDisablings.takesEffectAt,
        tookEffectAt: merchantDisablings.tookEffectAt,
      },
    })
    .from(merchants)
    .leftJoin(
      merchantDisablings,
      and(eq(merchantDisablings.merchantId, merchants.id), isNull(merchantDisablings.endedAt)),
    )
    .where(eq(merchants.id, merchantId))
  return atMostOne(rows)
}

type NewDisabling = Pick<Disabling, 'cause' | 'message'> & {
  /** Null for at once. */
  readonly takesEffectAt: Date | null
  readonly orderedBy: number
}

/** Orders it, and at once carries it out where it has no moment of its own. */
export async function insertDisabling(tx: OfficeTx, merchantId: number, order: NewDisabling): Promise<void> {
  const { takesEffectAt, ...row } = order
  const made = await tx
    .insert(merchantDisablings)
    .values({
      merchantId,
      ...row,
      takesEffectAt: takesEffectAt ?? sql`now()`,
      tookEffectAt: takesEffectAt === null ? sql`now()` : null,
    })
    .returning({ id: merchantDisablings.id })
  theOnly(made)
}

/** Ends what is open of a merchant; says whether there was anything. */
export async function endDisabling(tx: OfficeTx, merchantId: number, endedBy: number): Promise<boolean> {
  const ended = await tx
    .update(merchantDisablings)
    .set({ endedAt: sql`now()`, endedBy })
    .where(and(eq(merchantDisablings.merchantId, merchantId), isNull(merchantDisablings.endedAt)))
    .returning({ id: merchantDisablings.id })
  return isThere(ended)
}

/** From the commit on, each call of a till sees it (D57). */
export async function setEnabled(tx: OfficeTx, merchantId: number, enabled: boolean): Promise<void> {
  theOnly(
    await tx.update(merchants).set({ enabled }).where(eq(merchants.id, merchantId)).returning({ id: merchants.id }),
  )
}
