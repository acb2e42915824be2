import { TotalsLine } from '@/app/_components/list/totals-line'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import { describeError } from '@/lib/http/log'
import type { ConsumptionsFilter } from '@/lib/sales/consumptions/filter'
import { sumConsumptions } from '@/lib/sales/consumptions/list-consumptions'
import { officeService } from '@/lib/web/office-service'
import { requestOrigin } from '@/lib/web/origin'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: ConsumptionsFilter }

/** The totals of all consumptions that the filters let through, all pages together. */
export async function ConsumptionsTotals({ ctx, filter }: Props) {
  const [totals, t, { amount, number }] = await Promise.all([
    sumConsumptions(ctx, filter).catch(failed),
    translations('consumptions'),
    pageFormats(),
  ])
  if (totals === undefined) return <Notice tone="warning">{t('totalsFailed')}</Notice>
  const { count, purchaseCents, discountCents, finalCents } = totals
  if (count === 0) return null
  return (
    <TotalsLine
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

/** Logs the error, so that the list is shown without its totals: adding up all rows may exceed a statement's time limit. */
async function failed(error: unknown): Promise<undefined> {
  const { requestId } = await requestOrigin()
  officeService().log.error({ requestId, fault: describeError(error) }, 'the totals of a list failed')
}

export const TotalsSkeleton = () => <Skeleton className="h-5 w-full max-w-xl" />
