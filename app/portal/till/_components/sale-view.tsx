'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { cancel, charge, type Sale } from '@/lib/till/sale'
import type { Trouble } from './call'
import { Countdown, useIsOver } from './countdown'
import { FaultNotice, useFaultText } from './faults'
import { BigButton, Choices, usePesos } from './parts'

type Props = {
  readonly sale: Sale
  readonly state: { readonly trouble: Trouble | undefined; readonly failures: number } | undefined
  /** The service's clock. */
  readonly now: () => number
  readonly onChange: (sale: Sale) => void
  readonly onRetry: () => void
  readonly onLeave: () => void
}

/** A sale from "Aplicar" to its outcome. */
export function SaleView(props: Props) {
  return (
    <section aria-labelledby="till-sale" className="flex flex-col gap-6">
      <Step key={props.sale.step} {...props} />
    </section>
  )
}

function Step(props: Props) {
  const { sale } = props
  if (sale.step === 'applied') return <ToCharge {...props} sale={sale} />
  if (sale.step === 'charged') return <Done {...props} sale={sale} />
  if (sale.step === 'canceled' || sale.step === 'lapsed' || sale.step === 'refused')
    return <Ended {...props} sale={sale} />
  return <Waiting {...props} sale={sale} />
}

/** Takes the focus when its step begins, so that the step is read aloud, and a key that was pressed for the last one presses nothing. */
function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 id="till-sale" ref={heading} tabIndex={-1} className="text-lg font-semibold break-words outline-none">
      {children}
    </h2>
  )
}

type In<Step extends Sale['step']> = Extract<Sale, { step: Step }>

function ToCharge({ sale, now, onChange, onLeave }: Props & { sale: In<'applied'> }) {
  const t = useTranslations('till')
  const pesos = usePesos()
  const isOver = useIsOver(sale.expiresAt, now)
  return (
    <>
      <div className="flex flex-col gap-1">
        <Heading>{t('collect')}</Heading>
        <p className="text-3xl font-semibold tabular-nums">{pesos(sale.finalAmount)}</p>
        <p className="text-sm break-words text-muted">
          {sale.customer}
          {sale.company === '' ? null : ` · ${sale.company}`}
        </p>
      </div>
      <Amounts sale={sale} />
      {isOver ? (
        <Notice live tone="warning" title={t('timeOver')}>
          {t('timeOverText')}
        </Notice>
      ) : (
        <Countdown until={sale.expiresAt} now={now} />
      )}
      <Choices>
        {isOver ? (
          <BigButton variant="primary" onClick={onLeave}>
            {t('next')}
          </BigButton>
        ) : (
          <>
            <BigButton variant="primary" onClick={() => onChange(charge(sale, new Date(now()).toISOString()))}>
              {t('charged')}
            </BigButton>
            <Button className="h-12 text-base" onClick={() => onChange(cancel(sale))}>
              {t('canceled')}
            </Button>
          </>
        )}
      </Choices>
    </>
  )
}

function Amounts({ sale }: { sale: In<'applied' | 'charged'> }) {
  const t = useTranslations('till')
  const pesos = usePesos()
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-y border-line py-3 text-base tabular-nums">
      <dt className="text-muted">{t('purchase')}</dt>
      <dd className="text-right">{pesos(sale.purchaseAmount)}</dd>
      <dt className="min-w-0 break-words text-muted">{sale.discount || t('discount')}</dt>
      <dd className="text-right">{pesos(-sale.discountAmount)}</dd>
    </dl>
  )
}

function Waiting({
  sale,
  state,
  onChange,
  onRetry,
  onLeave,
}: Props & { sale: In<'applying' | 'dropping' | 'charging' | 'canceling'> }) {
  const t = useTranslations('till')
  const text = useFaultText()
  const trouble = state?.trouble
  const isStuck = (state?.failures ?? 0) > 0
  return (
    <>
      <Heading>
        <span className="flex items-center gap-3">
          <Spinner className="size-5" />
          {t(sale.step)}
        </span>
      </Heading>
      <div role="status" className="flex flex-col gap-4 empty:hidden">
        {isStuck ? (
          <Notice tone="warning" title={t(sale.step === 'charging' ? 'keptTitle' : 'waitTitle')}>
            {t(sale.step === 'charging' ? 'keptText' : 'waitText')}
          </Notice>
        ) : null}
        {trouble === 'denied' ? <Notice tone="warning">{text({ trouble, code: 'permission_missing' })}</Notice> : null}
      </div>
      {trouble === 'session' || trouble === 'changed' ? <FaultNotice fault={{ trouble }} /> : null}
      {isStuck ? (
        <Choices>
          <BigButton variant="primary" onClick={onRetry}>
            {t('retry')}
          </BigButton>
          {sale.step === 'applying' ? (
            <Button className="h-12 text-base" onClick={() => onChange(cancel(sale))}>
              {t('canceled')}
            </Button>
          ) : sale.step === 'dropping' ? null : (
            <Button className="h-12 text-base" onClick={onLeave}>
              {t('next')}
            </Button>
          )}
        </Choices>
      ) : null}
    </>
  )
}

function Done({ sale, onLeave }: Props & { sale: In<'charged'> }) {
  const t = useTranslations('till')
  const pesos = usePesos()
  return (
    <>
      <Heading>{t('doneTitle', { amount: pesos(sale.finalAmount) })}</Heading>
      <Notice tone="good">
        {t('doneText', { customer: sale.customer, discount: sale.discount, off: pesos(sale.discountAmount) })}
      </Notice>
      <Amounts sale={sale} />
      <Choices>
        <BigButton variant="primary" onClick={onLeave}>
          {t('next')}
        </BigButton>
        <ButtonLink className="h-12 text-base" href={`/portal/till/receipt/${sale.code}`}>
          {t('receipt')}
        </ButtonLink>
      </Choices>
    </>
  )
}

function Ended({ sale, onLeave }: Props & { sale: In<'canceled' | 'lapsed' | 'refused'> }) {
  const t = useTranslations('till')
  const text = useFaultText()
  const wasPaid = sale.step === 'lapsed' && sale.wasPaid
  return (
    <>
      <Heading>
        {t(
          sale.step === 'canceled'
            ? 'canceledTitle'
            : sale.step === 'refused'
              ? 'refusedTitle'
              : wasPaid
                ? 'lapsedPaidTitle'
                : 'lapsedTitle',
        )}
      </Heading>
      <Notice tone={sale.step === 'canceled' ? 'neutral' : wasPaid ? 'danger' : 'warning'}>
        {sale.step === 'canceled'
          ? t('canceledText')
          : sale.step === 'refused'
            ? sale.code === undefined
              ? t('lost')
              : text({ trouble: 'refused', code: sale.code })
            : wasPaid
              ? t('lapsedPaidText', { reference: sale.reference })
              : t('lapsedText')}
      </Notice>
      <Choices>
        <BigButton variant="primary" onClick={onLeave}>
          {t('next')}
        </BigButton>
      </Choices>
    </>
  )
}
