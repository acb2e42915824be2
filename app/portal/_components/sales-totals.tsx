import { Suspense } from 'react'
import { TotalsLine } from '@/app/_components/list/totals-line'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/states'
import { describeError } from '@/lib/http/log'
import type { Amounts } from '@/lib/sales/sale'
import { officeService } from '@/lib/web/office-service'
import { requestOrigin } from '@/lib/web/origin'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = {
  /** What all rows that the filters let through add up to, all pages together. */
  sums: () => Promise<Amounts & { readonly count: number }>
  countLabel: string
  /** Whether what was left to pay is told: it is paid. */
  paid: boolean
}

/** The totals of a list of sales, once they are there; `address` is the list's, so that another one's are not shown meanwhile. */
export const SalesTotals = ({ address, ...props }: Props & { address: string }) => (
  // Two lines on a phone, as most totals have there: what stands below stays where it is when they come.
  <div className="min-h-5 max-sm:min-h-11">
    <Suspense key={address} fallback={<Skeleton className="h-5 w-full max-w-xl" />}>
      <Totals {...props} />
    </Suspense>
  </div>
)

async function Totals({ sums, countLabel, paid }: Props) {
  const [totals, t, { amount, number }] = await Promise.all([
    sums().catch(failed),
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
        { key: 'count', label: countLabel, value: number(count) },
        { key: 'purchase', label: t('columns.purchaseAmount'), value: amount(purchaseCents) },
        { key: 'discount', label: t('columns.discount'), value: amount(discountCents) },
        ...(paid ? [{ key: 'final', label: t('columns.finalAmount'), value: amount(finalCents) }] : []),
      ]}
    />
  )
}

/** Logs the error, so that the list is shown without its totals: adding up all rows may exceed a statement's time limit. */
async function failed(error: unknown): Promise<undefined> {
  const { requestId } = await requestOrigin()
  officeService().log.error({ requestId, fault: describeError(error) }, 'the totals of a list failed')
}
