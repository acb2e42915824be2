import { Receipt } from 'lucide-react'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { turnsOf, viewOf } from '@/app/_components/list/view'
import { Notice } from '@/components/ui/notice'
import { EmptyState } from '@/components/ui/states'
import type { OfficeContext } from '@/lib/context'
import {
  type ConsumptionsFilter,
  consumptionsPage,
  consumptionsPath,
  isNarrowed,
} from '@/lib/sales/consumptions/filter'
import { listConsumptions } from '@/lib/sales/consumptions/list-consumptions'
import { translations } from '@/lib/web/translations'
import { consumptionColumns } from './consumption-columns'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: ConsumptionsFilter; merchant: string }

/** A page of consumptions. */
export async function ConsumptionsList({ ctx, filter, merchant }: Props) {
  const [{ consumptions, newer, older, begins }, t] = await Promise.all([
    listConsumptions(ctx, filter),
    translations('consumptions'),
  ])
  const view = viewOf(filter, consumptionsPath)
  const toNewer = newer && consumptionsPath(filter, { after: newer })
  const toOlder = older && consumptionsPath(filter, { before: older })
  if (consumptions.length === 0) return <Nothing narrowed={isNarrowed(filter)} />
  return (
    <>
      {begins ? <Notice>{t('begins', { text: filter.search ?? '' })}</Notice> : null}
      <ListTable
        caption={t('caption', { merchant })}
        rows={consumptions}
        rowKey={({ code }) => code}
        hrefOf={({ code }) => `${consumptionsPage}/${encodeURIComponent(code)}`}
        columns={await consumptionColumns()}
        view={view}
        sortable={['when']}
      />
      <ListFoot view={view} {...turnsOf(filter.sort, toNewer, toOlder)} />
    </>
  )
}

async function Nothing({ narrowed }: { narrowed: boolean }) {
  const t = await translations('consumptions')
  if (narrowed) return <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={consumptionsPage} />
  return (
    <EmptyState icon={<Receipt aria-hidden />} title={t('emptyTitle')}>
      {t('emptyText')}
    </EmptyState>
  )
}
