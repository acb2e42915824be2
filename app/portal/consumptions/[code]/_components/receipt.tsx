import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/states'
import type { ConsumptionView } from '@/lib/sales/consumptions/show-consumption'
import { pageFormats, translations } from '@/lib/web/translations'

/**
 * A sale on a strip of paper: as wide as the paper of a till (58 or 80 mm), and no wider than that on a sheet. Amounts stand on
 * lines of their own where the paper is narrow, and are never cut.
 */
export async function Receipt({ merchant, view, now }: { merchant: string; view: ConsumptionView; now: Date }) {
  const [t, { amount, dateTime }] = await Promise.all([translations('consumptions'), pageFormats()])
  return (
    <article
      data-receipt=""
      aria-label={t('receipt.title', { reference: view.reference })}
      className="flex w-full max-w-80 flex-col gap-3 rounded-lg border border-line bg-raised p-5 text-sm print:max-w-[72mm] print:gap-2 print:rounded-none print:border-0 print:p-0 print:text-[9pt] print:leading-snug"
    >
      <header className="text-center">
        <p className="text-base font-semibold break-words print:text-[11pt]">{merchant}</p>
        {view.branch === null ? null : <p className="break-words">{view.branch}</p>}
        <p>{dateTime(view.consumptionDate)}</p>
      </header>
      <Lines>
        <Line name={t('columns.reference')} value={view.reference} />
        <Line name={t('columns.collaborator')} value={view.collaborator ?? t('columns.erased')} />
        <Line name={t('columns.company')} value={view.company} />
        <Line name={t('columns.discount')} value={view.discount} />
      </Lines>
      {view.items.length === 0 ? null : (
        <Lines>
          {view.items
            .map((item, n) => ({ ...item, n }))
            .map(({ n, sku, article, quantity, unitPriceCents, subtotalCents }) => (
              <div key={n}>
                <dt className="break-words">{article ?? sku}</dt>
                <dd className="flex flex-wrap justify-between gap-x-3">
                  <span className="tabular-nums">
                    {quantity} × {amount(unitPriceCents)}
                  </span>
                  <Amount text={amount(subtotalCents)} className="ml-auto" />
                </dd>
              </div>
            ))}
        </Lines>
      )}
      <Lines>
        <Line name={t('columns.purchaseAmount')} value={<Amount text={amount(view.purchaseCents)} />} />
        <Line name={t('columns.discount')} value={<Amount text={amount(-view.discountCents)} />} />
        <Line
          name={<strong>{t('columns.finalAmount')}</strong>}
          value={<Amount text={amount(view.finalCents)} className="font-semibold" />}
        />
      </Lines>
      <Lines>
        <Line name={t('columns.code')} value={<span className="font-mono text-xs break-all">{view.code}</span>} />
        <Line
          name={t('columns.authorizationCode')}
          value={<span className="font-mono text-xs break-all">{view.authorization.code}</span>}
        />
      </Lines>
      <footer className="border-t border-dashed border-control pt-3 text-center text-xs text-pretty text-muted print:pt-2 print:text-ink">
        <p>{t('receipt.notFiscal')}</p>
        <p className="hidden print:block">{t('receipt.printedAt', { when: dateTime(now) })}</p>
      </footer>
    </article>
  )
}

const Lines = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-col gap-1 border-t border-dashed border-control pt-3 print:pt-2">{children}</dl>
)

const Line = ({ name, value }: { name: ReactNode; value: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-3">
    <dt className="min-w-0 break-words">{name}</dt>
    <dd className="ml-auto min-w-0 text-right break-words">{value}</dd>
  </div>
)
