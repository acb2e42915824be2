import { findPolicies } from '@/db/queries/offices/policies'
import type { Carried } from '@/lib/approvals/registry'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { localDayOf } from '@/lib/language/days'
import { type PolicyOrder, policyOrder } from './drafts'
import { setDecidedPolicy } from './set-decided-policy'

const lastDayOf = (until: string) => localDayOf(new Date(Date.parse(until) - 1))

/** A limit of more than ten times the usual needs two people (ADR-0055, ADR-0058): it holds once the second has approved it. */
export const raisedLimit: Carried<PolicyOrder> = {
  schema: policyOrder,
  words: async ({ db }, { merchantId, value, burst, until, reason }) => ({
    name: (await findPolicies(db, merchantId))?.name ?? String(merchantId),
    detail: [
      `${value ?? 0}/min`,
      ...(burst === null ? [] : [`+${burst}`]),
      ...(until === null ? [] : [`→ ${lastDayOf(until)}`]),
      `«${reason}»`,
    ].join(' '),
  }),
  check: async ({ db, now }, { merchantId, until }) => {
    if (!(await findPolicies(db, merchantId))) throw new OfficeFault('not_found')
    if (until !== null && new Date(until) <= now()) throw new OfficeFault('until_passed', { field: 'until' })
  },
  carryOut: setDecidedPolicy,
}
