import * as policies from '@/db/queries/offices/policies'
import { findLimits } from '@/db/queries/tills/policies'
import type { Lines } from './world'

/** Of the whole network, as its operator asks it. */
export const networkLines: Lines = {
  'db/queries/tills/policies#findLimits': (w) => () => findLimits(w.tills, w.mine.merchantId),
  'db/queries/offices/policies#setPolicy': (w) => () =>
    policies.setPolicy(w.tx, w.mine.merchantId, 'calls', { value: 10, burst: 5, until: null }),
  'db/queries/offices/policies#insertPolicyChange': (w) => () =>
    policies.insertPolicyChange(w.tx, {
      ...{ merchantId: w.mine.merchantId, policy: 'misses', value: 10, reason: 'Campaña', changedBy: w.mine.userId },
    }),
  'db/queries/offices/policies#findPolicies': (w) => () => policies.findPolicies(w.office.db, w.mine.merchantId),
  'db/queries/offices/policies#listPolicyChanges': async (w) => {
    await w.sql`insert into merchant_policy_changes (merchant_id, policy, value, reason, changed_by)
      values (${w.mine.merchantId}, 'misses', 10, 'Campaña', ${w.mine.userId})`
    return () => policies.listPolicyChanges(w.office.db, w.mine.merchantId, 10)
  },
}
