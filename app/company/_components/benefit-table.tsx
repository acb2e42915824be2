import { Badge, type Tone } from '@/components/ui/badge'
import { type Column, Table } from '@/components/ui/table'
import { type BenefitState, stateOf } from '@/lib/benefits/benefits'
import type { BenefitView } from '@/lib/benefits/list-benefits'
import { present } from '@/lib/kernel/assert'
import { unbroken } from '@/lib/language/formats'
import { pageFormats, translations } from '@/lib/web/translations'
import { BenefitActions } from './benefit-actions'

const tones: Record<BenefitState, Tone> = {
  valid: 'good',
  scheduled: 'info',
  paused: 'warning',
  expired: 'neutral',
  ended: 'neutral',
}

type Props = {
  caption: string
  benefits: readonly BenefitView[]
  types: readonly { id: number; name: string }[]
  now: Date
  /** Whether all are of one merchant: its name is then not repeated in every row. */
  ofOne?: boolean
}

/** Discounts with their terms, the status of each today, and to whom the company grants it. */
export async function BenefitTable({ caption, benefits, types, now, ofOne = false }: Props) {
  const t = await translations('benefits')
  const { date, list } = await pageFormats()
  const { worthOf, termsOf } = await termsInWords()
  const columns: Column<BenefitView>[] = [
    {
      key: 'discount',
      label: t('columns.discount'),
      heading: true,
      cell: (benefit) => (
        <span className="flex min-w-0 flex-col gap-0.5 sm:min-w-44">
          <bdi className="wrap-anywhere">{benefit.name}</bdi>
          {ofOne ? null : <span className="text-xs font-normal wrap-anywhere text-muted">{benefit.merchant}</span>}
          <span className="text-xs font-normal text-pretty wrap-anywhere text-muted">{termsOf(benefit)}</span>
        </span>
      ),
    },
    {
      key: 'value',
      label: t('columns.value'),
      cell: (benefit) => <span className="whitespace-nowrap tabular-nums">{worthOf(benefit)}</span>,
    },
    {
      key: 'validity',
      label: t('columns.validity'),
      // The last day: `validTo` is the instant at which the next day begins (D22).
      cell: ({ validFrom, validTo }) =>
        t('fromTo', { from: unbroken(date(validFrom)), to: unbroken(date(new Date(validTo.getTime() - 1))) }),
    },
    {
      key: 'status',
      label: t('columns.status'),
      cell: (benefit) => {
        const state = stateOf(benefit, now)
        return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      },
    },
    {
      key: 'to',
      label: t('columns.to'),
      cell: ({ toTeam, toTypes }) =>
        toTeam ? (
          t('team')
        ) : toTypes.length > 0 ? (
          list(toTypes.map(({ name }) => name))
        ) : (
          <span className="text-muted">{t('nobody')}</span>
        ),
    },
    {
      key: 'actions',
      label: t('columns.actions'),
      actions: true,
      cell: (benefit) => <BenefitActions benefit={subjectOf(benefit)} types={types} />,
    },
  ]
  return <Table caption={caption} columns={columns} rows={benefits} rowKey={({ discountId }) => discountId} />
}

/** The part of a benefit that is sent to the browser for its dialogs. */
const subjectOf = ({ merchantId, merchant, discountId, name, toTeam, toTypes }: BenefitView) => ({
  merchantId,
  merchant,
  discountId,
  name,
  toTeam,
  toTypeIds: toTypes.map(({ id }) => id),
})

async function termsInWords() {
  const t = await translations('benefits')
  const { amount, percent } = await pageFormats()
  return {
    worthOf: ({ discountType, value }: BenefitView) =>
      discountType === 'PCT' ? percent(Number(value) / 10_000) : amount(Number(value)),
    termsOf: (benefit: BenefitView): string => {
      const { scope, category, article, minimumPurchase, maximumDiscount, usesPerCollaboratorPerDay: uses } = benefit
      return [
        scope === 'store'
          ? t('scope.store')
          : t(`scope.${scope}`, {
              name: present(category ?? article, 'its target has a name'),
            }),
        minimumPurchase === null ? '' : t('terms.minimumPurchase', { amount: amount(Number(minimumPurchase)) }),
        maximumDiscount === null ? '' : t('terms.maximumDiscount', { amount: amount(Number(maximumDiscount)) }),
        uses === null ? '' : t('terms.usesPerDay', { count: uses }),
        benefit.isScarce ? t('terms.scarce') : '',
      ]
        .filter((part) => part !== '')
        .join(' · ')
    },
  }
}
