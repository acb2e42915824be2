import { eq } from 'drizzle-orm'
import type { OfficeTx } from '@/db/office'
import { theOnly } from '@/db/rows'
import { companies } from '@/db/schema'

/**
 * Until the transaction ends no other office counts or compares what this company has. Tills do not wait, as in `lockMerchant`.
 */
export async function lockCompany(tx: OfficeTx, companyId: number): Promise<void> {
  theOnly(await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update'))
}
