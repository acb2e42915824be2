'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { jsonOfCents } from '@/lib/kernel/money'
import type { EligibilityView } from '@/lib/redemption/schemas'
import { newReference } from '@/lib/till/reference'
import { centsTyped } from '@/lib/till/typed'
import type { PageOf } from './call'
import type { ApplyBody } from './kept'
import { itemsOf, type Line, Lines } from './lines'
import { BigButton, Choices, largeInput, useFormats } from './parts'

type Offer = EligibilityView['discounts'][number]

/** Which discount, on how much, and on what. */
export function DiscountStep(props: {
  page: PageOf
  benefits: EligibilityView
  onApply: (body: Omit<ApplyBody, 'identificationTypeId' | 'identification' | 'branchId'>, discount: string) => void
  onBack: () => void
}) {
  const t = useTranslations('till')
  const { page, benefits, onApply, onBack } = props
  const [first] = benefits.discounts
  const [offerId, setOfferId] = useState(first?.merchantDiscountId)
  const [amount, setAmount] = useState('')
  const [invoice, setInvoice] = useState('')
  const [lines, setLines] = useState<readonly Line[]>([])
  const [wrong, setWrong] = useState<'amount' | 'invoice' | 'items'>()
  const amountInput = useRef<HTMLInputElement>(null)
  const invoiceInput = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isOnly = benefits.discounts.length === 1
  useEffect(() => {
    // With several discounts the choice comes first, and is seen first.
    const choice = form.current?.querySelector<HTMLInputElement>('input[type=radio]')
    if (isOnly) amountInput.current?.focus()
    else choice?.focus()
  }, [isOnly])
  const { amount: pesos } = useFormats()

  const offer = benefits.discounts.find(({ merchantDiscountId }) => merchantDiscountId === offerId)
  if (!offer) return null
  const cents = centsTyped(amount)
  const hasLines = offer.scope.typeId !== 1

  const apply = (event: FormEvent) => {
    event.preventDefault()
    const items = itemsOf(lines)
    const reference = invoice.trim() === '' ? newReference() : invoice.trim()
    if (cents === undefined) {
      // Enter on a discount goes on to the amount: nothing is wrong yet.
      if (amount !== '' || document.activeElement?.getAttribute('type') !== 'radio') setWrong('amount')
      return amountInput.current?.focus()
    }
    if (hasLines && items === undefined) return setWrong('items')
    if ([...reference].length > 64 || /\p{Cc}/u.test(reference)) {
      setWrong('invoice')
      return invoiceInput.current?.focus()
    }
    setWrong(undefined)
    onApply(
      {
        merchantDiscountId: offer.merchantDiscountId,
        purchaseAmount: jsonOfCents(cents),
        reference,
        ...(hasLines && items !== undefined ? { items } : {}),
      },
      offer.name,
    )
  }

  return (
    <form
      ref={form}
      onSubmit={apply}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onBack()
      }}
      noValidate
      className="flex flex-col gap-6"
    >
      <div>
        <h2 className="text-lg font-semibold break-words">
          {t('benefits', { customer: benefits.collaborator?.displayName ?? '' })}
        </h2>
        <p className="text-sm break-words text-muted">{benefits.collaborator?.companyName}</p>
      </div>
      <Offers offers={benefits.discounts} chosen={offer} onChosen={setOfferId} />
      <Field
        name="amount"
        label={t('amount')}
        hint={cents === undefined ? t('amountHint') : pesos(cents)}
        error={wrong === 'amount' && cents === undefined ? t('amountFault') : undefined}
      >
        <Input
          ref={amountInput}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={20}
          className={cn(largeInput, 'tabular-nums')}
        />
      </Field>
      {hasLines ? (
        <Lines
          key={offer.merchantDiscountId}
          page={page}
          scope={offer.scope}
          lines={lines}
          onChange={setLines}
          error={wrong === 'items' && itemsOf(lines) === undefined ? t('itemsFault') : undefined}
        />
      ) : null}
      <Field name="invoice" label={t('invoice')} optional error={wrong === 'invoice' ? t('invoiceFault') : undefined}>
        <Input
          ref={invoiceInput}
          value={invoice}
          onChange={(event) => setInvoice(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={80}
          className={largeInput}
        />
      </Field>
      <Choices>
        <BigButton type="submit" variant="primary">
          {t('apply')}
        </BigButton>
        <Button onClick={onBack} className="h-12 text-base">
          {t('back')}
        </Button>
      </Choices>
    </form>
  )
}

/** The discounts as large choices; one alone is only said. */
function Offers(props: { offers: readonly Offer[]; chosen: Offer; onChosen: (id: number) => void }) {
  const t = useTranslations('till')
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{t('choose')}</legend>
      {props.offers.map((offer) => {
        const isChosen = offer.merchantDiscountId === props.chosen.merchantDiscountId
        return (
          <label
            key={offer.merchantDiscountId}
            className={cn(
              'flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border bg-raised px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              isChosen ? 'border-accent bg-accent-soft' : 'border-control hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => props.onChosen(offer.merchantDiscountId)}
              className="size-5 shrink-0 accent-accent"
            />
            <OfferText offer={offer} />
          </label>
        )
      })}
    </fieldset>
  )
}

const scopeNames = { 1: 'store', 2: 'category', 3: 'article' } as const

function OfferText({ offer }: { offer: Offer }) {
  const t = useTranslations('till')
  const { amount, percent } = useFormats()
  const value =
    offer.discountType.code === 'PCT'
      ? percent(offer.discountValue / 100)
      : amount(Math.round(offer.discountValue * 100))
  const scope = scopeNames[offer.scope.typeId as keyof typeof scopeNames]
  return (
    <span className="flex min-w-0 flex-col">
      <span className="text-base font-medium break-words">{offer.name}</span>
      <span className="text-sm text-muted">
        {t('off', { value })}
        {' · '}
        {t(`scopes.${scope}`)}
      </span>
    </span>
  )
}
