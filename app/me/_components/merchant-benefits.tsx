import { Store } from 'lucide-react'
import { present } from '@/lib/kernel/assert'
import type { BenefitView } from '@/lib/me/list-own'
import { pageFormats, translations } from '@/lib/web/translations'

/** What one merchant gives, each benefit with its terms. */
export async function MerchantBenefits(props: { merchantName: string; benefits: readonly BenefitView[] }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="flex items-center gap-2 text-base font-semibold break-words">
        <Store aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0">{props.merchantName}</span>
      </h2>
      <ul className="flex flex-col gap-3">
        {props.benefits.map((benefit) => (
          <Benefit key={benefit.discountId} benefit={benefit} />
        ))}
      </ul>
    </section>
  )
}

async function Benefit({ benefit }: { benefit: BenefitView }) {
  const t = await translations('me')
  const { name, description } = benefit
  const terms = await termsOf(benefit)
  return (
    <li className="flex flex-col gap-x-4 gap-y-2 rounded-lg border border-line bg-raised p-4 sm:flex-row">
      <p className="shrink-0 text-xl leading-tight font-semibold whitespace-nowrap text-accent tabular-nums sm:min-w-22">
        {await worthOf(benefit)}
      </p>
      <div className="min-w-0">
        <h3 className="font-medium break-words">{name}</h3>
        {description === '' || description === name ? null : (
          <p className="mt-0.5 break-words text-pretty text-muted">{description}</p>
        )}
        <ul aria-label={t('terms')} className="mt-2 flex flex-col gap-0.5 text-muted">
          {terms.map((term) => (
            <li key={term} className="break-words">
              {term}
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}

async function worthOf({ discountType, value }: BenefitView): Promise<string> {
  const { percent, amount } = await pageFormats()
  return discountType === 'PCT' ? percent(Number(value) / 10_000) : amount(Number(value))
}

async function termsOf(benefit: BenefitView): Promise<string[]> {
  const t = await translations('me')
  const { amount, date } = await pageFormats()
  const { scope, scopeName, minimumPurchaseCents, maximumDiscountCents, usesPerDay, usesLeftToday, validTo } = benefit
  return [
    scope === 'store'
      ? t('scope.store')
      : t(`scope.${scope}`, {
          name: present(scopeName, 'its target has a name'),
        }),
    ...(minimumPurchaseCents === undefined ? [] : [t('minimum', { amount: amount(Number(minimumPurchaseCents)) })]),
    ...(maximumDiscountCents === undefined ? [] : [t('maximum', { amount: amount(Number(maximumDiscountCents)) })]),
    ...(usesPerDay === null ? [] : [t('perDay', { max: usesPerDay, left: Math.max(0, usesLeftToday ?? usesPerDay) })]),
    // The end is the first instant after the last day.
    t('until', { date: date(new Date(validTo.getTime() - 1)) }),
  ]
}
