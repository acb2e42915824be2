import { Badge, type Tone } from '@/components/ui/badge'
import { Meter } from '@/components/ui/states'
import type { ShownStatus } from '@/lib/discounts/status'
import type { DiscountView, LimitUse } from '@/lib/discounts/views'
import { present } from '@/lib/kernel/assert'
import { centsOfNumeric } from '@/lib/kernel/money'
import { startOfDay } from '@/lib/language/days'
import { type Formats, unbroken } from '@/lib/language/formats'
import type { translations } from '@/lib/web/translations'

/** The texts and formats for the list and the page of a discount. */
export type Words = { t: Awaited<ReturnType<typeof translations<'discounts'>>>; formats: Formats }

/** "10 %" or "RD$50.00": how much it is. */
export const valueText = ({ formats }: Pick<Words, 'formats'>, type: 'PCT' | 'AMT', value: string): string =>
  type === 'PCT'
    ? formats.percent(Number(centsOfNumeric(value)) / 10_000)
    : formats.amount(Number(centsOfNumeric(value)))

export const worthText = (words: Words, { discountType, discountValue }: DiscountView): string =>
  words.t(discountType === 'PCT' ? 'worth.percent' : 'worth.amount', {
    value: valueText(words, discountType, discountValue),
  })

export function scopeText({ t }: Words, { scope, categoryName, articleSku, articleName }: DiscountView): string {
  if (scope === 'store') return t('on.store')
  if (scope === 'category')
    return t('on.category', {
      name: present(categoryName, 'its category has a name'),
    })
  return t('on.article', {
    sku: present(articleSku, 'its article has a SKU'),
    name: present(articleName, 'its article has a name'),
  })
}

const isMidnight = (at: Date) =>
  startOfDay(new Date(at.getTime() - 4 * 3_600_000).toISOString().slice(0, 10)).getTime() === at.getTime()

/** When it begins: a day, or an instant within one, as a network file may set it. */
export const startText = ({ formats }: Pick<Words, 'formats'>, at: Date): string =>
  isMidnight(at) ? unbroken(formats.date(at)) : formats.dateTime(at)

/** When it ends: the last day, which is included whole (D22), or an instant within a day. */
export const endText = ({ formats }: Pick<Words, 'formats'>, at: Date): string =>
  isMidnight(at) ? unbroken(formats.date(new Date(at.getTime() - 1))) : formats.dateTime(at)

export const validityText = (words: Words, { validFrom, validTo }: DiscountView): string =>
  words.t('validity', { from: startText(words, validFrom), to: endText(words, validTo) })

const tones: Record<ShownStatus, Tone> = {
  draft: 'neutral',
  scheduled: 'info',
  published: 'good',
  paused: 'warning',
  expired: 'neutral',
  ended: 'neutral',
}

export const StatusBadge = ({ words: { t }, status }: { words: Words; status: ShownStatus }) => (
  <Badge tone={tones[status]}>{t(`statuses.${status}`)}</Badge>
)

export const usesText = ({ t, formats }: Words, { used, limit }: LimitUse): string =>
  t('usesOf', { used: formats.number(Number(used)), limit: formats.number(Number(limit)) })

export const budgetText = ({ t, formats }: Words, { used, limit }: LimitUse): string =>
  t('amountOf', { used: formats.amount(Number(used)), limit: formats.amount(Number(limit)) })

/** How much is used of each limit that applies, as a bar with its figures. */
export function LimitMeters({ words, discount }: { words: Words; discount: DiscountView }) {
  const { usesOfTotal, amountOfBudget, usesPerCollaboratorPerDay: perDay } = discount
  const meters = [
    ...(usesOfTotal ? [{ use: usesOfTotal, label: usesText(words, usesOfTotal) }] : []),
    ...(amountOfBudget ? [{ use: amountOfBudget, label: budgetText(words, amountOfBudget) }] : []),
  ]
  if (meters.length === 0 && perDay === null) return <span className="text-muted">{words.t('noLimits')}</span>
  return (
    <div className="flex flex-col gap-1 max-sm:items-end">
      {meters.map(({ use, label }) => (
        <Meter key={label} label={label} value={Number(use.used)} max={Number(use.limit)} />
      ))}
      {perDay === null ? null : <span className="text-muted">{words.t('perDay', { count: perDay })}</span>}
    </div>
  )
}
