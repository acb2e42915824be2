import type { Metadata } from 'next'
import { FileLinks } from '@/app/_components/list/file-links'
import { ListPage } from '@/app/_components/list/list-page'
import { TooManyRows } from '@/app/_components/list/too-many-rows'
import { PageHeader } from '@/components/ui/layout'
import { textOf } from '@/lib/kernel/address'
import { consumptionsFilterOf, consumptionsPage, consumptionsPath } from '@/lib/sales/consumptions/filter'
import { sumConsumptions } from '@/lib/sales/consumptions/list-consumptions'
import { merchantSections } from '@/lib/web/merchant-office'
import { toRead } from '@/lib/web/reading'
import type { SearchParams } from '@/lib/web/search-params'
import { translations } from '@/lib/web/translations'
import { Missing } from '../../_components/missing'
import { RedemptionTabs } from '../_components/redemption-tabs'
import { SalesTotals } from '../_components/sales-totals'
import { ConsumptionsFilters } from './_components/consumptions-filters'
import { ConsumptionsList } from './_components/consumptions-list'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translations('consumptions'))('title') }
}

export default async function ConsumptionsPage({ searchParams }: { searchParams: SearchParams }) {
  const access = await merchantSections.consumptions.access()
  if (!access.granted) return <Missing access={access} />
  const ctx = await toRead(access.ctx)
  const asked = await searchParams
  const filter = consumptionsFilterOf(asked)
  const t = await translations('consumptions')
  const address = consumptionsPath(filter)
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<FileLinks href={consumptionsPath(filter, {}, `${consumptionsPage}/file`)} />}
      />
      <RedemptionTabs current="consumptions" />
      {textOf(asked, 'file') === 'too_many' ? <TooManyRows /> : null}
      <ConsumptionsFilters ctx={ctx} filter={filter} />
      {/* The list has no fallback: it is quick, and without a script a fallback would never be replaced. */}
      <SalesTotals address={address} sums={() => sumConsumptions(ctx, filter)} countLabel={t('countLabel')} paid />
      <ConsumptionsList ctx={ctx} filter={filter} merchant={ctx.session.membership?.name ?? ''} />
    </ListPage>
  )
}
