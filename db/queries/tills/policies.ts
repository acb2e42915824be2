import type { Database } from '@/db/database'
import { namedLimits } from '@/db/policies'
import { theOnly } from '@/db/rows'
import type { MerchantLimits } from '@/lib/policies/policies'

/** What holds of a merchant whose member is at the till in the browser, where no credential brings it. */
export async function findLimits(db: Database, merchantId: number): Promise<MerchantLimits> {
  return theOnly(
    await db.run(
      (sql) => sql<MerchantLimits[]>`select ${sql.unsafe(namedLimits)} from limits_in_force(${merchantId}) l`,
    ),
  )
}
