import { findStanding } from '@/db/queries/offices/merchant-disablings'
import type { OfficeContext } from '@/lib/context'
import { type Disabling, merchantStateOf } from './disabling'

/** What a merchant's people are told while it is disabled, or will be; no cause where the network file disabled it. */
export type StandingView = {
  readonly state: 'scheduled' | 'disabled'
  readonly disabling: Disabling | null
}

/** How the merchant of a member stands; undefined while nothing was ordered of it. Every member may see it. */
export async function showStanding({
  db,
  member: { merchantId },
}: Pick<OfficeContext, 'db'> & { readonly member: { readonly merchantId: number } }): Promise<
  StandingView | undefined
> {
  const standing = await findStanding(db, merchantId)
  if (!standing) return undefined
  const { enabled, disabling } = standing
  const state = merchantStateOf(enabled, disabling)
  return state === 'enabled' ? undefined : { state, disabling }
}
