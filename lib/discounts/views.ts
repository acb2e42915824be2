import type { DiscountRecord } from '@/db/queries/offices/discounts'
import { present } from '@/lib/kernel/assert'
import { centsOfNumeric } from '@/lib/kernel/money'
import { actionsIn, type DiscountAction, type ShownStatus, shownStatusOf } from './status'

/** A limit and its use by active and consumed authorizations (D43). For `budget` in cents. */
export type LimitUse = { readonly used: bigint; readonly limit: bigint }

export type DiscountView = Omit<DiscountRecord, 'isOver' | 'hasBegun' | 'usesSoFar' | 'amountSoFar'> & {
  readonly shownStatus: ShownStatus
  readonly actions: readonly DiscountAction[]
  readonly usesOfTotal: LimitUse | undefined
  readonly amountOfBudget: LimitUse | undefined
}

export function viewDiscount({ isOver, hasBegun, usesSoFar, amountSoFar, ...row }: DiscountRecord): DiscountView {
  const { usesTotal, budget } = row
  return {
    ...row,
    shownStatus: shownStatusOf(row.status, { isOver, hasBegun }),
    actions: actionsIn(row.status),
    usesOfTotal:
      usesTotal === null ? undefined : { used: BigInt(present(usesSoFar, whyCounted)), limit: BigInt(usesTotal) },
    amountOfBudget:
      budget === null
        ? undefined
        : { used: centsOfNumeric(present(amountSoFar, whyCounted)), limit: centsOfNumeric(budget) },
  }
}

const whyCounted = 'the use of a discount with a limit is counted'
