import { ReceiptText } from 'lucide-react'
import { ClientTexts } from '@/app/_components/client-texts'
import { Chart } from '@/components/ui/chart'
import { Figures } from '@/components/ui/figures'
import { Section } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { PeriodFilter } from '@/components/ui/period-filter'
import { EmptyState } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import { startOfDay } from '@/lib/language/days'
import { daysOf, type Period } from '@/lib/language/periods'
import { overviewChoices, spanOf } from '@/lib/overview/overview'
import { refusalOutcomes, type SalesView, showSales } from '@/lib/overview/show-sales'
import { pageFormats, translations } from '@/lib/web/translations'
import { PeriodForm } from './period-form'
import { Shares } from './shares'

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
          <PeriodFilter period={period} choices={overviewChoices} />
        </PeriodForm>
      </ClientTexts>
      {isCut ? (
        <Notice tone="info">
          {t('spanCut', { first: date(startOfDay(span.first)), last: date(startOfDay(span.last)) })}
        </Notice>
      ) : null}
      <Totals view={view} />
      {view.total.consumptions === 0 && view.refusals === 0 ? (
        <EmptyState icon={<ReceiptText aria-hidden />} title={t('noSalesTitle')}>
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

async function Totals({ view: { total, refusals } }: { view: SalesView }) {
  const t = await translations('overview')
  const { amount, number } = await pageFormats()
  const figures = [
    { key: 'discount', label: t('discount'), value: amount(total.discountCents) },
    { key: 'purchases', label: t('purchases'), value: amount(total.purchaseCents), note: t('purchasesHint') },
    { key: 'consumptions', label: t('consumptions'), value: number(total.consumptions) },
    { key: 'refusals', label: t('refusals'), value: number(refusals) },
  ]
  return <Figures label={t('totals')} figures={figures} />
}

async function Charts({ view: { bars, step } }: { view: SalesView }) {
  const t = await translations('overview')
  const { amount, date, month } = await pageFormats()
  const label = (start: string) => (step === 'day' ? date : month)(startOfDay(start))
  const seen = refusalOutcomes.filter((outcome) => bars.some((bar) => bar[outcome] > 0))
  const colours = { refused: 5, denied: 2, limited: 3 } as const
  return (
    <div className="grid gap-x-6 gap-y-8 xl:grid-cols-2">
      <Section title={t('granted')} lead={t(step === 'day' ? 'grantedLead' : 'grantedByMonth')}>
        <Chart
          label={t('granted')}
          pointsLabel={t(step)}
          series={[{ key: 'discount', label: t('series.discount'), colour: 1 }]}
          points={bars.map(({ start, discountCents }) => ({
            label: label(start),
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
            label: label(start),
            values: { purchases: purchaseCents / 100 },
            texts: { purchases: amount(purchaseCents) },
          }))}
        />
      </Section>
      <Section title={t('counted')} lead={t('countedLead')} className="xl:col-span-2">
        <Chart
          label={t('counted')}
          pointsLabel={t(step)}
          series={[
            { key: 'consumptions', label: t('series.consumptions'), colour: 1 },
            ...seen.map((outcome) => ({ key: outcome, label: t(`series.${outcome}`), colour: colours[outcome] })),
          ]}
          points={bars.map((bar) => ({
            label: label(bar.start),
            values: { consumptions: bar.consumptions, refused: bar.refused, denied: bar.denied, limited: bar.limited },
          }))}
        />
      </Section>
    </div>
  )
}
