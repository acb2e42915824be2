import type { Metadata } from 'next'
import { cache } from 'react'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Figures } from '@/components/ui/figures'
import { DescriptionList, PageHeader, Section } from '@/components/ui/layout'
import { BackLink } from '@/components/ui/link'
import { consumptionsPage } from '@/lib/sales/consumptions/filter'
import { type ConsumptionView, showConsumption } from '@/lib/sales/consumptions/show-consumption'
import { orNotFound } from '@/lib/web/id-of'
import { merchantSections } from '@/lib/web/merchant-office'
import { titleOf } from '@/lib/web/title-of'
import { pageFormats, translations } from '@/lib/web/translations'
import { Missing } from '../../../_components/missing'
import { Life } from './_components/life'
import { PurchaseItems } from './_components/purchase-items'

type Props = { params: Promise<{ code: string }> }

/** The consumption in the address, read once for the title and the page. */
const shown = cache(async (code: string) => {
  const access = await merchantSections.consumptions.access()
  if (!access.granted) return access
  return { ...access, view: await orNotFound(showConsumption(access.ctx, textOfSegment(code))) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params
  return titleOf((await translations('consumptions'))('title'), async () => {
    const access = await shown(code)
    return access.granted ? access.view.reference : undefined
  })
}

export default async function ConsumptionPage({ params }: Props) {
  const access = await shown((await params).code)
  if (!access.granted) return <Missing access={access} />
  const { view } = access
  const [t, formats] = await Promise.all([translations('consumptions'), pageFormats()])
  return (
    <>
      <PageHeader
        above={<BackLink href={consumptionsPage}>{t('detail.back')}</BackLink>}
        title={<bdi className="break-all">{view.reference}</bdi>}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono text-ink">{view.code}</span>
            <Badge tone="good">{t(`statuses.${view.status}`)}</Badge>
          </span>
        }
        actions={
          <CopyButton text={view.code} label={t('detail.copyCode')}>
            {t('detail.copyCode')}
          </CopyButton>
        }
      />
      <Figures
        label={t('detail.amounts')}
        figures={[
          { key: 'purchase', label: t('columns.purchaseAmount'), value: formats.amount(view.purchaseCents) },
          { key: 'discount', label: t('columns.discount'), value: formats.amount(-view.discountCents) },
          { key: 'final', label: t('columns.finalAmount'), value: formats.amount(view.finalCents) },
        ]}
      />
      <Section title={t('detail.about')}>
        <DescriptionList items={await factsOf(view)} />
      </Section>
      <Life view={view} />
      <Section title={t('detail.terms')} lead={t('detail.termsLead')}>
        <DescriptionList items={await termsOf(view)} />
      </Section>
      {view.items.length === 0 ? null : <PurchaseItems items={view.items} />}
    </>
  )
}

/** Next passes the segment of the URL still encoded. A segment that cannot be decoded is no consumption's code. */
function textOfSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('\0', '')
  } catch {
    return segment
  }
}

async function factsOf(view: ConsumptionView) {
  const [t, { exact }] = await Promise.all([translations('consumptions'), pageFormats()])
  return [
    { term: t('columns.registeredAt'), detail: exact(view.registeredAt) },
    { term: t('columns.consumptionDate'), detail: exact(view.consumptionDate) },
    { term: t('columns.branch'), detail: view.branch ?? t('noBranch') },
    { term: t('columns.collaborator'), detail: view.collaborator },
    { term: t('columns.company'), detail: view.company },
    { term: t('columns.discount'), detail: view.discount },
    { term: t('columns.credential'), detail: view.credential },
    {
      term: t('columns.authorizationCode'),
      detail: <span className="font-mono">{view.authorization.code}</span>,
    },
  ]
}

async function termsOf({ terms }: ConsumptionView) {
  const [t, { amount, percent }] = await Promise.all([translations('consumptions'), pageFormats()])
  const value =
    terms.type === 'PCT'
      ? t('detail.percent', { value: percent(Number(terms.value) / 10_000) })
      : t('detail.fixed', { amount: amount(terms.value) })
  return [
    { term: t('columns.discount'), detail: value },
    { term: t('detail.scope'), detail: t(`detail.scopes.${terms.scope}`) },
    {
      term: t('detail.maximum'),
      detail: terms.maximumCents === null ? t('detail.noMaximum') : amount(terms.maximumCents),
    },
    ...(terms.matchedCents === null ? [] : [{ term: t('detail.matched'), detail: amount(terms.matchedCents) }]),
  ]
}
