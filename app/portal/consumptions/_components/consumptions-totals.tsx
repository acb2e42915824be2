import { Figures } from '@/components/ui/figures'
import { Skeleton } from '@/components/ui/states'
import type { ConsumptionsFilter } from '@/lib/consumptions/filter'
import { sumConsumptions } from '@/lib/consumptions/list-consumptions'
import type { OfficeContext } from '@/lib/context'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: ConsumptionsFilter }

/** What all that is so narrowed adds up to, all its pages together. */
export async function ConsumptionsTotals({ ctx, filter }: Props) {
  const [{ count, purchaseCents, discountCents, finalCents }, t, { amount, number }] = await Promise.all([
    sumConsumptions(ctx, filter),
    translations('consumptions'),
    pageFormats(),
  ])
  if (count === 0) return null
  return (
    <Figures
      label={t('totals')}
      figures={[
        { key: 'count', label: t('countLabel'), value: number(count) },
        { key: 'purchase', label: t('columns.purchaseAmount'), value: amount(purchaseCents) },
        { key: 'discount', label: t('columns.discount'), value: amount(discountCents) },
        { key: 'final', label: t('columns.finalAmount'), value: amount(finalCents) },
      ]}
    />
  )
}

export const TotalsSkeleton = () => <Skeleton className="h-36 w-full sm:h-19" />
