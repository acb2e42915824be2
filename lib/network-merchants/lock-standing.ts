import type { OfficeTx } from '@/db/office'
import { findStanding } from '@/db/queries/offices/merchant-disablings'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { merchantStateOf } from './disabling'

/** How a merchant stands; it stays so until the transaction ends. Throws `not_found`. */
export async function lockStanding(tx: OfficeTx, merchantId: number) {
  if (!(await findStanding(tx, merchantId))) throw new OfficeFault('not_found')
  await lockMerchant(tx, merchantId)
  const standing = await findStanding(tx, merchantId)
  if (!standing) throw new OfficeFault('not_found')
  return { ...standing, state: merchantStateOf(standing.enabled, standing.disabling) }
}
