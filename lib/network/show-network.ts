import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import { countNetwork, listFailingMerchants, sumNetworkConsumptions } from '@/db/queries/offices/network'
import type { OperatorContext } from '@/lib/context'
import { present } from '@/lib/kernel/assert'
import { centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { startOfDay } from '@/lib/language/days'
import type { Period } from '@/lib/language/periods'
import { spanOf } from '@/lib/overview/overview'

/** Within how many minutes a call that failed counts as failing now. */
export const failingMinutes = 60

const failingMax = 10

/** What sales are added up of, today first. */
const periods = [{ kind: 'today' }, { kind: 'last_7_days' }] as const satisfies readonly Period[]

/**
 * The network at a glance: whether anybody can be registered in it, who is in it, what it sold, what is reserved and whose calls fail. No person is in it. Throws
 * `permission_missing` for a member of the operator's team who may do nothing there.
 */
export async function showNetwork({ db, member }: Pick<OperatorContext, 'db' | 'member'>, now: Date = new Date()) {
  if (member.permissions.length === 0) throw new OfficeFault('permission_missing')
  const [identificationTypes, counts, sums, failing] = await Promise.all([
    listIdentificationTypes(db),
    countNetwork(db),
    sumNetworkConsumptions(
      db,
      periods.map((period) => startOfDay(spanOf(period, now).first)),
    ),
    listFailingMerchants(db, { minutes: failingMinutes, limit: failingMax }),
  ])
  const sales = periods.map(({ kind }, at) => {
    const { count, merchants, finalAmount, discountAmount } = present(sums[at], 'there is a row of each period')
    return {
      ...{ period: kind, count, merchants },
      finalCents: centsOfNumeric(finalAmount),
      discountCents: centsOfNumeric(discountAmount),
    }
  })
  return { canRegister: identificationTypes.length > 0, counts, sales, failing }
}
