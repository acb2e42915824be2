import {
  countRefusalsByStep,
  sumConsumptionsByBranch,
  sumConsumptionsByCompany,
  sumConsumptionsByDiscount,
  sumConsumptionsByStep,
} from '@/db/queries/offices/overview'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { addDays, type LocalDay, startOfDay } from '@/lib/language/days'
import { consumptionsPermission } from '@/lib/sales/permissions'
import { type DaySpan, type Step, stepsOf } from './overview'

/** How many consumptions, and what they add up to, in cents. */
export type Sales = { readonly consumptions: number; readonly purchaseCents: number; readonly discountCents: number }

export type SalesShare = Sales & { readonly id: number | null; readonly name: string | null }

export const refusalOutcomes = ['refused', 'denied', 'limited', 'failed'] as const

type Refusals = Readonly<Record<(typeof refusalOutcomes)[number], number>>

export type SalesView = {
  readonly total: Sales
  readonly refusals: number
  readonly step: Step
  /** Every day or month of the span in order. */
  readonly bars: readonly (Sales & Refusals & { readonly start: LocalDay })[]
  /** The first five of each, by discount granted, and all the others as one. */
  readonly by: Readonly<Record<'branch' | 'company' | 'discount', readonly SalesShare[]>>
  readonly others: Readonly<Record<'branch' | 'company' | 'discount', Sales | undefined>>
}

const shown = 5

/**
 * What was granted and sold in those days, by day or month, branch, company and discount, and how many calls were
 * refused. Each consumption counts on the day of its registration in Santo Domingo. Throws `permission_missing` without
 * `merchant.consumptions.read`.
 */
export async function showSales(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  days: DaySpan,
): Promise<SalesView> {
  requirePermission(member, consumptionsPermission)
  const { merchantId } = member
  const span = { from: startOfDay(days.first), to: startOfDay(addDays(days.last, 1)) }
  const { step, starts } = stepsOf(days)
  const [sales, refused, branch, company, discount] = await Promise.all([
    sumConsumptionsByStep(db, merchantId, span, step),
    countRefusalsByStep(db, merchantId, span, step),
    sumConsumptionsByBranch(db, merchantId, span, shown + 1),
    sumConsumptionsByCompany(db, merchantId, span, shown + 1),
    sumConsumptionsByDiscount(db, merchantId, span, shown + 1),
  ])
  const total = sales.reduce(plus, nothing)
  const by = { branch, company, discount }
  return {
    total,
    refusals: refused.reduce((sum, { calls }) => sum + calls, 0),
    step,
    bars: starts.map((start) => ({
      start,
      ...nothing,
      ...sales.find((one) => one.start === start),
      ...(Object.fromEntries(
        refusalOutcomes.map((outcome) => [
          outcome,
          refused.find((one) => one.start === start && one.outcome === outcome)?.calls ?? 0,
        ]),
      ) as Refusals),
    })),
    by: {
      branch: branch.slice(0, shown),
      company: company.slice(0, shown),
      discount: discount.slice(0, shown),
    },
    others: {
      branch: othersOf(by.branch, total),
      company: othersOf(by.company, total),
      discount: othersOf(by.discount, total),
    },
  }
}

const nothing: Sales = { consumptions: 0, purchaseCents: 0, discountCents: 0 }

const plus = (one: Sales, other: Sales): Sales => ({
  consumptions: one.consumptions + other.consumptions,
  purchaseCents: one.purchaseCents + other.purchaseCents,
  discountCents: one.discountCents + other.discountCents,
})

/** The total without the shares that are shown. */
function othersOf(shares: readonly SalesShare[], total: Sales): Sales | undefined {
  if (shares.length <= shown) return undefined
  const first = shares.slice(0, shown).reduce<Sales>(plus, nothing)
  return {
    consumptions: total.consumptions - first.consumptions,
    purchaseCents: total.purchaseCents - first.purchaseCents,
    discountCents: total.discountCents - first.discountCents,
  }
}
