import { listIdentificationTypesOfNetwork } from '@/db/queries/offices/identification-types'
import { findPolicies, listMerchantsWithPolicies, listPolicyChanges } from '@/db/queries/offices/policies'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { policiesPermission } from './permission'
import { type Defaults, type MerchantPolicy, merchantPolicies, type PolicyValue } from './policies'

const changesShown = 50
const merchantsShown = 50

type Asking = Pick<OperatorContext, 'db' | 'member'>

/** A policy of a merchant: what holds now, until when, and what holds then. */
export type PolicyView = {
  readonly policy: MerchantPolicy
  readonly inForce: PolicyValue
  /** Null where what holds stands until the next is set. */
  readonly until: Date | null
  readonly standing: PolicyValue
  /** The installation's numbers for it. */
  readonly usual: PolicyValue
}

const alone = (value: number | null): PolicyValue => ({ value, burst: null })

/** A merchant's policies with what was set before. Throws `permission_missing`, `not_found`. */
export async function showPolicies({ db, member }: Asking, merchantId: number, defaults: Defaults) {
  requirePermission(member, policiesPermission)
  const [m, changes] = await Promise.all([
    findPolicies(db, merchantId),
    listPolicyChanges(db, merchantId, changesShown),
  ])
  if (!m) throw new OfficeFault('not_found')
  const values: Record<MerchantPolicy, Omit<PolicyView, 'policy' | 'inForce'> & { readonly temporary: PolicyValue }> = {
    calls: {
      until: m.isCallsTemporary ? m.callsUntil : null,
      temporary: { value: m.temporaryCallsPerMinute, burst: m.temporaryCallsBurst },
      standing: { value: m.callsPerMinute, burst: m.callsBurst },
      usual: { value: defaults.callsPerMinute, burst: defaults.callsBurst },
    },
    misses: {
      until: m.isMissesTemporary ? m.missesUntil : null,
      temporary: alone(m.temporaryMissesPerMinute),
      standing: alone(m.missesPerMinute),
      usual: alone(defaults.missesPerMinute),
    },
    late_notification: {
      until: m.isLateNotificationTemporary ? m.lateNotificationUntil : null,
      temporary: alone(m.temporaryLateNotificationHours),
      standing: alone(m.lateNotificationHours),
      usual: alone(0),
    },
    authorization_life: {
      until: m.isAuthorizationTtlTemporary ? m.authorizationTtlUntil : null,
      temporary: alone(m.temporaryAuthorizationTtlSeconds),
      standing: alone(m.authorizationTtlSeconds),
      usual: alone(defaults.authorizationTtlSeconds),
    },
  }
  const policies = merchantPolicies.map((policy): PolicyView => {
    const { temporary, ...rest } = values[policy]
    return { policy, inForce: rest.until === null ? rest.standing : temporary, ...rest }
  })
  return { id: m.id, name: m.name, policies, changes }
}

/** The merchants whose name has a text, or for whom something was set where none is given. Throws `permission_missing`. */
export async function listPolicies({ db, member }: Asking, search: string) {
  requirePermission(member, policiesPermission)
  const [merchants, types] = await Promise.all([
    listMerchantsWithPolicies(db, search, merchantsShown),
    listIdentificationTypesOfNetwork(db),
  ])
  return { merchants, types }
}
