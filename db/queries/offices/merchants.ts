import { eq } from 'drizzle-orm'
import type { OfficeTx } from '@/db/office'
import { theOnly } from '@/db/rows'
import { merchants } from '@/db/schema'

/**
 * Until the transaction ends no other office counts or names what this merchant has. Tills do not wait: their rows lock only the
 * merchant's key.
 */
export async function lockMerchant(tx: OfficeTx, merchantId: number): Promise<void> {
  theOnly(
    await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.id, merchantId)).for('no key update'),
  )
}
