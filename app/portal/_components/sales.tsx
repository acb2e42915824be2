import { ReceiptText } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Chart } from '@/components/ui/chart'
import { Section } from '@/components/ui/layout'
import { ButtonLink } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PeriodFilter } from '@/components/ui/period-filter'
import { EmptyState } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import { startOfDay } from '@/lib/language/days'
import { boundedPeriodChoices, daysOf, type Period } from '@/lib/language/periods'
import { barsFromFirst, spanOf } from '@/lib/overview/overview'
import { refusalOutcomes, type SalesView, showSales } from '@/lib/overview/show-sales'
import { merchantSections } from '@/lib/web/merchant-office'
import { isOpenTo } from '@/lib/web/office'
import { pageFormats, translations } from '@/lib/web/translations'
import { PeriodForm } from './period-form'
import { Shares } from './shares'
import { Totals } from './totals'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; period: Period; now: Date }

/** What the merchant granted and sold in a period. */
export async function Sales({ ctx, period, now }: Props) {
  const span = spanOf(period, now)
  const view = await showSales(ctx, span)
  const t = await translations('overview')
  const { date } = await pageFormats()
  const asked = daysOf(period, now)
  const isCut = asked.from !== undefined && asked.from !== span.first
  return (
    <>
      <ClientTexts namespaces={['overview']}>
        <PeriodForm period={period}>
          <PeriodFilter period={period} choices={boundedPeriodChoices} />
        </PeriodForm>
      </ClientTexts>
      {isCut ? (
        <Notice tone="info">
          {t('spanCut', { first: date(startOfDay(span.first)), last: date(startOfDay(span.last)) })}
        </Notice>
      ) : null}
      <Totals ctx={ctx} period={period} days={span} now={now} />
      {view.total.consumptions === 0 && view.refusals === 0 ? (
        <EmptyState
          icon={<ReceiptText aria-hidden />}
          title={t('noSalesTitle')}
          action={
            isOpenTo(merchantSections.integrations, ctx.member.permissions) ? (
              <ButtonLink href={merchantSections.integrations.href}>{t('connect')}</ButtonLink>
            ) : undefined
          }
        >
          {t('noSalesText')}
        </EmptyState>
      ) : (
        <>
          <Charts view={view} />
          <div className="grid gap-x-6 gap-y-8 xl:grid-cols-3">
            {(['branch', 'company', 'discount'] as const).map((cut) => (
              <Shares key={cut} cut={cut} view={view} period={period} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

async function Charts({ view: { bars: all, step } }: { view: SalesView }) {
  const t = await translations('overview')
  const { amount, date, day, month } = await pageFormats()
  const bars = barsFromFirst(
    all,
    (bar) => bar.consumptions === 0 && refusalOutcomes.every((outcome) => bar[outcome] === 0),
  )
  const label = (start: string) => ({
    label: (step === 'day' ? date : month)(startOfDay(start)),
    tick: (step === 'day' ? day : month)(startOfDay(start)),
  })
  const seen = refusalOutcomes.filter((outcome) => bars.some((bar) => bar[outcome] > 0))
  const colours = { refused: 5, denied: 2, limited: 3, failed: 4 } as const
  return (
    <div className="grid gap-x-6 gap-y-8 xl:grid-cols-2">
      <Section title={t('granted')} lead={t(step === 'day' ? 'grantedLead' : 'grantedByMonth')}>
        <Chart
          label={t('granted')}
          pointsLabel={t(step)}
          series={[{ key: 'discount', label: t('series.discount'), colour: 1 }]}
          points={bars.map(({ start, discountCents }) => ({
            ...label(start),
            values: { discount: discountCents / 100 },
            texts: { discount: amount(discountCents) },
          }))}
        />
      </Section>
      <Section title={t('purchases')} lead={t(step === 'day' ? 'purchasesLead' : 'purchasesByMonth')}>
        <Chart
          label={t('purchases')}
          pointsLabel={t(step)}
          series={[{ key: 'purchases', label: t('series.purchases'), colour: 4 }]}
          points={bars.map(({ start, purchaseCents }) => ({
            ...label(start),
            values: { purchases: purchaseCents / 100 },
            texts: { purchases: amount(purchaseCents) },
          }))}
        />
      </Section>
      <Section title={t('consumptions')} lead={t(step === 'day' ? 'consumptionsLead' : 'consumptionsByMonth')}>
        <Chart
          label={t('consumptions')}
          pointsLabel={t(step)}
          series={[{ key: 'consumptions', label: t('series.consumptions'), colour: 1 }]}
          points={bars.map((bar) => ({ ...label(bar.start), values: { consumptions: bar.consumptions } }))}
        />
      </Section>
      {seen.length === 0 ? null : (
        <Section title={t('refusals')} lead={t('refusalsLead')}>
          <Chart
            label={t('refusals')}
            pointsLabel={t(step)}
            series={seen.map((outcome) => ({ key: outcome, label: t(`series.${outcome}`), colour: colours[outcome] }))}
            points={bars.map((bar) => ({
              ...label(bar.start),
              values: { refused: bar.refused, denied: bar.denied, limited: bar.limited, failed: bar.failed },
            }))}
          />
        </Section>
      )}
    </div>
  )
}
