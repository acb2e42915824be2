import { eq } from 'drizzle-orm'
import type { OfficeTx } from '@/db/office'
import { companies } from '@/db/schema'

/** What is counted or compared within a company is done one at a time until the transaction ends. Tills pass, as in `lockMerchant`. */
export async function lockCompany(tx: OfficeTx, companyId: number): Promise<void> {
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
}
