import { comparedTo, nameOfBefore } from '@/app/_components/compared'
import { Figures } from '@/components/ui/figures'
import { Section } from '@/components/ui/layout'
import type { OfficeContext } from '@/lib/context'
import type { Period } from '@/lib/language/periods'
import { type DaySpan, daysIn, spanOf } from '@/lib/overview/overview'
import { showTotals } from '@/lib/overview/show-totals'
import { allRequests, requestsPath } from '@/lib/requests/filter'
import { consumptionsFilterOf, consumptionsPath } from '@/lib/sales/consumptions/filter'
import { merchantSections } from '@/lib/web/merchant-office'
import { isOpenTo } from '@/lib/web/office'
import { pageFormats, translations } from '@/lib/web/translations'

type Reader = { ctx: Pick<OfficeContext, 'db' | 'member'>; now: Date }

const today: Period = { kind: 'today' }

/** The day so far, first of all. */
export async function Today({ ctx, now }: Reader) {
  const t = await translations('overview')
  return (
    <Section title={t('today')}>
      <Totals ctx={ctx} now={now} period={today} days={spanOf(today, now)} />
    </Section>
  )
}

/**
 * The sums of a period, each with its change against as many days before, up to the same hour of the day, and a link to
 * the rows behind it, for who may open them.
 */
export async function Totals({ ctx, period, days, now }: Reader & { period: Period; days: DaySpan }) {
  const totals = await showTotals(ctx, days, now)
  const [t, formats] = await Promise.all([translations('overview'), pageFormats()])
  const { now: during, before } = totals
  const isToday = period.kind === 'today'
  const earlier = await nameOfBefore({ isToday, days: daysIn(days) })
  const said = await comparedTo(earlier)
  const compared = (key: 'discountCents' | 'purchaseCents' | 'consumptions') =>
    said(during[key], before[key], before.consumptions === 0)
  const rateOf = ({ calls, failed }: typeof during) =>
    calls === 0 ? '—' : formats.percent(Math.round((1000 * failed) / calls) / 1000)
  const sales = { href: consumptionsPath({ ...consumptionsFilterOf({}), period }) }
  const counts = { failed: formats.number(during.failed), calls: formats.number(during.calls) }
  return (
    <Figures
      label={isToday ? t('todayTotals') : t('totals')}
      figures={[
        {
          ...{ key: 'discount', label: t('discount'), value: formats.amount(during.discountCents) },
          ...{ note: compared('discountCents'), ...sales },
        },
        {
          ...{ key: 'purchases', label: t('purchases'), value: formats.amount(during.purchaseCents) },
          ...{ note: compared('purchaseCents'), ...sales },
        },
        {
          ...{ key: 'consumptions', label: t('consumptions'), value: formats.number(during.consumptions) },
          ...{ note: compared('consumptions'), ...sales },
        },
        {
          ...{ key: 'refusals', label: t('refusals'), value: rateOf(during) },
          note:
            before.calls === 0
              ? t('change.rateAlone', counts)
              : t('change.rate', { ...counts, before: rateOf(before), when: earlier }),
          ...(isOpenTo(merchantSections.requests, ctx.member.permissions)
            ? { href: requestsPath({ ...allRequests, period, status: 'failed' }) }
            : {}),
        },
      ]}
    />
  )
}
