import { Receipt } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { NothingFound } from '@/components/ui/nothing-found'
import { Notice } from '@/components/ui/notice'
import { Pagination } from '@/components/ui/pagination'
import { Amount, EmptyState } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import type { OfficeContext } from '@/lib/context'
import {
  type ConsumptionsFilter,
  consumptionsPage,
  consumptionsPath,
  isNarrowed,
} from '@/lib/sales/consumptions/filter'
import { type ListedConsumption, listConsumptions } from '@/lib/sales/consumptions/list-consumptions'
import { pageFormats, translations } from '@/lib/web/translations'
import { Buyer, WhenAndWhere } from '../../_components/sale-cells'

type Props = { ctx: Pick<OfficeContext, 'db' | 'member'>; filter: ConsumptionsFilter; merchant: string }

/** A page of consumptions. */
export async function ConsumptionsList({ ctx, filter, merchant }: Props) {
  const [{ consumptions, newer, older, begins }, t] = await Promise.all([
    listConsumptions(ctx, filter),
    translations('consumptions'),
  ])
  if (consumptions.length === 0) return <Nothing narrowed={isNarrowed(filter)} />
  return (
    <>
      {begins ? <Notice>{t('begins', { text: filter.search ?? '' })}</Notice> : null}
      <Table
        caption={t('caption', { merchant })}
        rows={consumptions}
        rowKey={({ code }) => code}
        columns={await columns()}
      />
      <Pagination
        previous={newer && consumptionsPath(filter, { after: newer })}
        next={older && consumptionsPath(filter, { before: older })}
      />
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

async function columns(): Promise<readonly Column<ListedConsumption>[]> {
  const [t, { amount, dateTime }] = await Promise.all([translations('consumptions'), pageFormats()])
  return [
    {
      key: 'reference',
      label: `${t('columns.reference')} / ${t('columns.code')}`,
      heading: true,
      cell: ({ code, reference }) => (
        <>
          <Link href={`${consumptionsPage}/${encodeURIComponent(code)}`} className="break-all">
            {reference}
          </Link>
          <span className="block font-mono text-xs font-normal text-muted sm:whitespace-nowrap">{code}</span>
        </>
      ),
    },
    {
      key: 'when',
      label: t('columns.registeredAt'),
      cell: ({ registeredAt, branch }) => (
        <WhenAndWhere when={dateTime(registeredAt)} where={branch ?? t('noBranch')} />
      ),
    },
    {
      key: 'collaborator',
      label: t('columns.collaborator'),
      cell: Buyer,
    },
    {
      key: 'discount',
      label: t('columns.discount'),
      cell: ({ discount, credential }) => (
        <>
          <span className="block break-words">{discount}</span>
          <span className="block min-w-24 wrap-anywhere text-muted">{t('registeredBy', { credential })}</span>
        </>
      ),
    },
    {
      key: 'purchase',
      label: `${t('columns.purchaseAmount')} / ${t('columns.discount')}`,
      align: 'right',
      cell: ({ purchaseCents, discountCents }) => (
        <>
          <Amount text={amount(purchaseCents)} className="block" />
          <Amount text={amount(-discountCents)} className="block text-muted" />
        </>
      ),
    },
    {
      key: 'final',
      label: t('columns.finalAmount'),
      align: 'right',
      cell: ({ finalCents }) => <Amount text={amount(finalCents)} className="font-medium" />,
    },
  ]
}
