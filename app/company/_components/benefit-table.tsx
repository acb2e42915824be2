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

type About = {
  types: readonly { id: number; name: string }[]
  now: Date
  /** Whether all are of one merchant: its name is then not repeated in every row. */
  ofOne?: boolean
}

/** The benefits of one merchant. */
export async function BenefitTable(props: About & { caption: string; benefits: readonly BenefitView[] }) {
  const columns = await benefitColumns(props)
  const { caption, benefits } = props
  return (
    <Table phone="lines" caption={caption} columns={columns} rows={benefits} rowKey={({ discountId }) => discountId} />
  )
}

/** A discount with its terms, its status today, and to whom the company grants it. */
export async function benefitColumns({ types, now, ofOne = false }: About): Promise<readonly Column<BenefitView>[]> {
  const t = await translations('benefits')
  const { date, list } = await pageFormats()
  const { worthOf, termsOf } = await termsInWords()
  // The last day: `validTo` is the instant at which the next day begins (D22).
  const validityOf = ({ validFrom, validTo }: BenefitView) =>
    t('fromTo', { from: unbroken(date(validFrom)), to: unbroken(date(new Date(validTo.getTime() - 1))) })
  const columns: Column<BenefitView>[] = [
    {
      key: 'discount',
      label: t('columns.discount'),
      heading: true,
      className: 'lg:max-w-80',
      cell: ({ name }) => <bdi>{name}</bdi>,
      below: (benefit) => {
        const text = [ofOne ? '' : benefit.merchant, termsOf(benefit)].filter((part) => part !== '').join(' · ')
        return <span title={text}>{text}</span>
      },
    },
    {
      key: 'value',
      label: t('columns.value'),
      phone: 'end',
      cell: (benefit) => <span className="whitespace-nowrap tabular-nums">{worthOf(benefit)}</span>,
    },
    {
      key: 'validity',
      label: t('columns.validity'),
      className: 'text-xs sm:whitespace-normal!',
      cell: validityOf,
    },
    {
      key: 'status',
      label: t('columns.status'),
      phone: 'below-end',
      cell: (benefit) => {
        const state = stateOf(benefit, now)
        return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      },
    },
    {
      key: 'to',
      label: t('columns.to'),
      phone: 'below',
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
      cell: (benefit) => {
        const terms = [worthOf(benefit), termsOf(benefit), validityOf(benefit)].join(' · ')
        return <BenefitActions benefit={{ ...subjectOf(benefit), terms }} types={types} />
      },
    },
  ]
  return columns
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
