import { findPolicies } from '@/db/queries/offices/policies'
import type { Carried } from '@/lib/approvals/registry'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { localDayOf } from '@/lib/language/days'
import { type PolicyOrder, policyOrder } from './drafts'
import type { MerchantPolicy, PolicyValue } from './policies'
import { setDecidedPolicy } from './set-decided-policy'

const lastDayOf = (until: string) => localDayOf(new Date(Date.parse(until) - 1))

type Policies = NonNullable<Awaited<ReturnType<typeof findPolicies>>>

/** What holds now of the policies that can need a second person (`needsFourEyes`). */
const inForceOf = (m: Policies, policy: MerchantPolicy): PolicyValue | undefined => {
  if (policy === 'calls') {
    return m.isCallsTemporary
      ? { value: m.temporaryCallsPerMinute, burst: m.temporaryCallsBurst }
      : { value: m.callsPerMinute, burst: m.callsBurst }
  }
  if (policy !== 'misses') return undefined
  return { value: m.isMissesTemporary ? m.temporaryMissesPerMinute : m.missesPerMinute, burst: null }
}

/** A limit of more than ten times the usual needs two people (ADR-0055, ADR-0058): it holds once the second has approved it. */
export const raisedLimit: Carried<PolicyOrder> = {
  schema: policyOrder,
  words: async ({ db }, { merchantId, policy, value, burst, until, reason }) => {
    const found = await findPolicies(db, merchantId)
    const inForce = found && inForceOf(found, policy)
    return {
      name: found?.name ?? String(merchantId),
      policy,
      // Empty for the installation's own number.
      ...{ to: value ?? '', toBurst: burst ?? '', from: inForce?.value ?? '', fromBurst: inForce?.burst ?? '' },
      until: until === null ? '' : lastDayOf(until),
      message: reason,
    }
  },
  check: async ({ db, now }, { merchantId, until }) => {
    if (!(await findPolicies(db, merchantId))) throw new OfficeFault('not_found')
    if (until !== null && new Date(until) <= now()) throw new OfficeFault('until_passed', { field: 'until' })
  },
  carryOut: setDecidedPolicy,
}
