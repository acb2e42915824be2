import { comparedTo, nameOfBefore } from '@/app/_components/compared'
import { Figures } from '@/components/ui/figures'
import { Section } from '@/components/ui/layout'
import type { showOverview } from '@/lib/companies/show-overview'
import { companyConsumptionsFilterOf, companyConsumptionsPath } from '@/lib/sales/company/filter'
import { pageFormats, translations } from '@/lib/web/translations'

type Sums = NonNullable<Awaited<ReturnType<typeof showOverview>>['consumed']>[number]

/** What the company's people consumed in a period: each figure with its change, and a link to the rows behind it. */
export async function Consumed({ of: { period, days, now, before } }: { of: Sums }) {
  const [t, { amount, number }] = await Promise.all([translations('companyHome'), pageFormats()])
  const isToday = period.kind === 'today'
  const said = await comparedTo(await nameOfBefore({ isToday, days }))
  const figureOf = (key: 'count' | 'people', label: string) => ({
    ...{ key, label, value: number(now[key]), note: said(now[key], before[key], before.count === 0) },
    href: companyConsumptionsPath({ ...companyConsumptionsFilterOf({}), period }),
  })
  const discount = Number(now.discountCents)
  const figures = [
    figureOf('count', t('consumptions')),
    {
      ...figureOf('count', t('discount')),
      ...{ key: 'discount', value: amount(now.discountCents) },
      note: said(discount, Number(before.discountCents), before.count === 0),
    },
    figureOf('people', t('consumers')),
  ]
  return (
    <Section title={t(isToday ? 'today' : 'month')}>
      <Figures label={t(isToday ? 'todayTotals' : 'monthTotals')} figures={figures} />
    </Section>
  )
}
