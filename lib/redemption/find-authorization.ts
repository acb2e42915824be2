import { findLatestAuthorization } from '@/db/queries/tills/authorizations'
import { loadConsumption } from '@/db/queries/tills/consumptions'
import type { Context } from '@/lib/context'
import { Fault } from '@/lib/kernel/fault'
import type { AuthorizationQuery, StandingAuthorizationView } from './schemas'
import { toAuthorizationView, toConsumptionView } from './views'

/**
 * Tells a rebooted till the state of its ticket (D45). Throws `authorization_not_found` when the ticket never had an
 * authorization.
 */
export async function findAuthorizationOfReference(
  ctx: Context,
  query: AuthorizationQuery,
): Promise<{ value: StandingAuthorizationView }> {
  const row = await findLatestAuthorization(ctx.db, ctx.actor.merchantId, query.reference)
  if (!row) throw new Fault('authorization_not_found')
  const consumption =
    row.consumptionId === null
      ? null
      : toConsumptionView(await loadConsumption(ctx.db, ctx.actor.merchantId, row.consumptionId))
  return { value: { ...toAuthorizationView(row), consumption } }
}
