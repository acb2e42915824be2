import type { OfficeDb } from '@/db/office'
import { lockSums, nextMinutes, sumMinutes as sumThem, sweepMinutes } from '@/db/queries/offices/network-minutes'
import { binBounds } from './latency'

/**
 * Sums the network's minutes that are over, and deletes those that are no longer kept (ADR-0057). Of several processes one sums at a
 * time; what a turn does not finish, the next one does.
 */
export async function sumMinutes(db: OfficeDb): Promise<void> {
  let isDone = false
  while (!isDone) {
    isDone = await db.transaction(async (tx) => {
      if (!(await lockSums(tx))) return true
      const { from, to, isLast } = await nextMinutes(tx)
      await sumThem(tx, { from, to, bounds: binBounds })
      return isLast
    })
  }
  while (await sweepMinutes(db));
}
