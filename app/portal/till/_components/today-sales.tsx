'use client'

import { useTranslations } from '@/components/texts'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { OwnSale } from '@/lib/till/list-own-sales'
import { useFormats, usePesos } from './parts'

const tones = { pending: 'info', charged: 'good', expired: 'neutral', canceled: 'neutral' } as const

/** The cashier's own last sales of the day. */
export function TodaySales(props: {
  sales: readonly OwnSale[]
  onRefresh: () => void
  onResume: (sale: OwnSale) => void
}) {
  const t = useTranslations('till')
  const pesos = usePesos()
  const { time } = useFormats()
  const { sales } = props
  return (
    <section aria-labelledby="till-today" className="flex flex-col gap-3">
      <div className="flex items-end justify-between gap-4">
        <div>
          <h2 id="till-today" className="text-base font-semibold">
            {t('today')}
          </h2>
          <p className="text-sm text-muted">{sales.length === 0 ? t('none') : t('todayLead')}</p>
        </div>
        <Button size="small" onClick={props.onRefresh}>
          {t('refresh')}
        </Button>
      </div>
      <ul className="divide-y divide-line border-y border-line text-sm empty:hidden">
        {sales.map((sale) => (
          <li key={sale.authorizationCode} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="block break-words">
                <span className="tabular-nums text-muted">{time(new Date(sale.at))}</span>{' '}
                {sale.customer ?? t('erased')}
              </span>
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium tabular-nums">{pesos(sale.finalAmount)}</span>
                {sale.status === 'charged' ? null : (
                  <Badge tone={tones[sale.status]}>{t(`statuses.${sale.status}`)}</Badge>
                )}
              </span>
            </span>
            {sale.status === 'pending' ? (
              <Button
                aria-label={t('resume', { customer: sale.customer ?? t('erased'), amount: pesos(sale.finalAmount) })}
                onClick={() => props.onResume(sale)}
              >
                {t('resumeSale')}
              </Button>
            ) : sale.consumptionCode === null ? null : (
              <Link
                href={`/portal/till/receipt/${sale.consumptionCode}`}
                aria-label={t('receiptOf', { customer: sale.customer ?? t('erased'), amount: pesos(sale.finalAmount) })}
                className="py-2"
              >
                {t('receipt')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
