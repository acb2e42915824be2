import { findAuthorization, release } from '@/db/queries/tills/authorizations'
import type { Context } from '@/lib/context'
import { Fault } from '@/lib/kernel/fault'
import type { AuthorizationView, ReleaseInput } from './schemas'
import { toAuthorizationView } from './views'

/**
 * Gives a reservation back (D45). A second release, or one after expiry, gets the same answer. Throws
 * `authorization_not_found` and, once consumed, `authorization_already_used`.
 */
export async function releaseAuthorization(ctx: Context, input: ReleaseInput): Promise<{ value: AuthorizationView }> {
  const { merchantId } = ctx.actor
  const released = await release(ctx.db, merchantId, input.authorizationCode, input.reference)
  if (released) ctx.tally(released.status === 'Released' ? 'released' : 'expired')
  const row = released ?? (await findAuthorization(ctx.db, merchantId, input.authorizationCode, input.reference))
  if (!row) throw new Fault('authorization_not_found')
  if (row.status === 'Consumed') throw new Fault('authorization_already_used')
  return { value: toAuthorizationView(row) }
}
