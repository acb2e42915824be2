'use client'

import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import type { Sale } from '@/lib/till/sale'
import { usePesos } from './parts'

/** Sales of this browser that have no outcome yet, or one that somebody must know. */
export function OpenSales({ sales, onResume }: { sales: readonly Sale[]; onResume: (applyKey: string) => void }) {
  const t = useTranslations('till')
  const pesos = usePesos()
  if (sales.length === 0) return null
  return (
    <section aria-labelledby="till-open" className="flex flex-col gap-3 rounded-lg bg-warning-soft p-4">
      <h2 id="till-open" className="text-sm font-semibold text-warning">
        {t('openTitle')}
      </h2>
      <ul className="flex flex-col gap-2">
        {sales.map((sale) => {
          const amount = 'finalAmount' in sale ? pesos(sale.finalAmount) : ''
          return (
            <li key={sale.applyKey} className="flex items-center justify-between gap-3 text-sm">
              <span className="min-w-0 break-words">
                {sale.customer} <span className="tabular-nums">{amount}</span>
                <span className="block text-xs">{t(`open.${sale.step}`)}</span>
              </span>
              <Button
                aria-label={t('resume', { customer: sale.customer, amount })}
                onClick={() => onResume(sale.applyKey)}
              >
                {t('resumeSale')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
