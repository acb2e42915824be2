'use client'

import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useLocale, useTranslations } from '@/components/texts'
import { Button, IconButton } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { readFigure } from '@/lib/discounts/figures'
import { type ExampleBasket, type PreviewedDiscount, previewDiscount } from '@/lib/discounts/preview'
import { formats } from '@/lib/language/formats'

type Line = { readonly key: number; readonly applies: boolean; readonly quantity: string; readonly price: string }

const linesMax = 10

/** A purchase that the reader can change, priced under the form's present terms by the same code that prices for the tills. */
export function ExamplePurchase({ discount }: { discount: PreviewedDiscount | undefined }) {
  const t = useTranslations('discounts.preview')
  const id = useId()
  const [purchase, setPurchase] = useState('1000')
  const [lines, setLines] = useState<readonly Line[]>([
    { key: 1, applies: true, quantity: '2', price: '250' },
    { key: 2, applies: false, quantity: '1', price: '500' },
  ])
  const change = (key: number, changed: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)))
  const byItem = discount !== undefined && discount.scope !== 'store'
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5"
      // Enter in these fields would send the form around them.
      onKeyDown={(event) => event.key === 'Enter' && event.target instanceof HTMLInputElement && event.preventDefault()}
    >
      <div>
        <h2 id={id} className="text-base font-semibold">
          {t('title')}
        </h2>
        <p className="mt-0.5 text-sm text-pretty text-muted">{t('lead')}</p>
      </div>
      <Field name="examplePurchase" label={t('purchase')}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={purchase}
          onChange={(event) => setPurchase(event.target.value)}
        />
      </Field>
      {byItem ? (
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-2 text-sm font-medium">{t('lines')}</legend>
          {lines.map((line, at) => (
            <ExampleLine
              key={line.key}
              line={line}
              n={at + 1}
              onChange={(changed) => change(line.key, changed)}
              onRemove={lines.length > 1 ? () => setLines(lines.filter(({ key }) => key !== line.key)) : undefined}
            />
          ))}
          {lines.length < linesMax ? (
            <Button
              size="small"
              variant="ghost"
              icon={<Plus aria-hidden />}
              className="self-start"
              onClick={() =>
                setLines([...lines, { key: (lines.at(-1)?.key ?? 0) + 1, applies: true, quantity: '1', price: '100' }])
              }
            >
              {t('add')}
            </Button>
          ) : null}
        </fieldset>
      ) : null}
      <output className="block border-t border-line pt-4">
        <Outcome discount={discount} basket={basketOf(purchase, byItem ? lines : [])} />
      </output>
      <p className="text-xs text-pretty text-muted">{t('dates')}</p>
    </section>
  )
}

/** Undefined when one of the figures cannot be read. */
function basketOf(purchase: string, lines: readonly Line[]): ExampleBasket | undefined {
  const purchaseCents = readFigure(purchase, 'pesos')
  if (typeof purchaseCents === 'string') return undefined
  const read: ExampleBasket['lines'][number][] = []
  for (const { applies, quantity, price } of lines) {
    const [quantityMillis, unitPriceCents] = [readFigure(quantity, 'quantity'), readFigure(price, 'pesos')]
    if (typeof quantityMillis === 'string' || typeof unitPriceCents === 'string' || quantityMillis === 0n)
      return undefined
    read.push({ applies, quantityMillis, unitPriceCents })
  }
  return { purchaseCents, lines: read }
}

function ExampleLine(props: {
  line: Line
  n: number
  onChange: (changed: Partial<Line>) => void
  onRemove: (() => void) | undefined
}) {
  const t = useTranslations('discounts.preview')
  const { line, onChange } = props
  const n = String(props.n)
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] gap-2 border-b border-line pb-3 last-of-type:border-0">
      <Select
        aria-label={t('lineApplies', { n })}
        className="col-span-2"
        value={line.applies ? 'yes' : 'no'}
        onChange={(event) => onChange({ applies: event.target.value === 'yes' })}
        options={[
          { value: 'yes', label: t('inside') },
          { value: 'no', label: t('outside') },
        ]}
      />
      <IconButton
        label={t('remove', { n })}
        {...(props.onRemove === undefined ? { disabled: true } : { onClick: props.onRemove })}
      >
        <Trash2 aria-hidden />
      </IconButton>
      <Figure
        label={t('quantityShort')}
        name={t('quantity', { n })}
        value={line.quantity}
        onChange={(quantity) => onChange({ quantity })}
      />
      <Figure
        label={t('priceShort')}
        name={t('price', { n })}
        value={line.price}
        onChange={(price) => onChange({ price })}
      />
    </div>
  )
}

/** The visible label is short; a screen reader gets the control's full name. */
const Figure = (props: { label: string; name: string; value: string; onChange: (value: string) => void }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <span aria-hidden className="text-xs text-muted">
      {props.label}
    </span>
    <Input
      aria-label={props.name}
      inputMode="decimal"
      autoComplete="off"
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  </div>
)

function Outcome(props: { discount: PreviewedDiscount | undefined; basket: ExampleBasket | undefined }) {
  const t = useTranslations('discounts.preview')
  const { amount } = formats(useLocale() === 'en-US' ? 'en' : 'es')
  if (props.discount === undefined) return <Reason>{t('incomplete')}</Reason>
  if (props.basket === undefined) return <Reason>{t('unreadable')}</Reason>
  const preview = previewDiscount(props.discount, props.basket)
  if (preview.outcome !== 'discount') return <Reason>{t(preview.outcome)}</Reason>
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 text-sm tabular-nums">
      <dt className="text-muted">{t('discount')}</dt>
      <dd className="text-right">{amount(Number(preview.discountCents))}</dd>
      <dt className="font-medium">{t('final')}</dt>
      <dd className="text-right text-lg font-semibold">{amount(Number(preview.finalCents))}</dd>
    </dl>
  )
}

const Reason = ({ children }: { children: ReactNode }) => <p className="text-sm text-pretty text-muted">{children}</p>
