import { Receipt } from 'lucide-react'
import { Figures } from '@/components/ui/figures'
import { Filters, PeriodFilter, SelectFilter } from '@/components/ui/filters'
import { Link } from '@/components/ui/link'
import { NothingFound } from '@/components/ui/nothing-found'
import { Notice } from '@/components/ui/notice'
import { Pagination } from '@/components/ui/pagination'
import { Amount, EmptyState } from '@/components/ui/states'
import { type Column, Table } from '@/components/ui/table'
import type { CompanyContext } from '@/lib/context'
import {
  type CompanyConsumptionsFilter,
  companyConsumptionsPage,
  companyConsumptionsPath,
  isNarrowed,
  narrowedBy,
} from '@/lib/sales/company/filter'
import {
  type CompanyConsumption,
  listConsumptionChoices,
  listConsumptions,
  sumConsumptions,
} from '@/lib/sales/company/list-consumptions'
import { pageFormats, translations } from '@/lib/web/translations'

type Props = { ctx: Pick<CompanyContext, 'db' | 'member'>; filter: CompanyConsumptionsFilter }

/** The filters of the list. */
export async function ConsumptionsFilters({ ctx, filter }: Props) {
  const [{ merchants, types, collaborator }, t] = await Promise.all([
    listConsumptionChoices(ctx, filter),
    translations('companyConsumptions'),
  ])
  const named = (choices: readonly { id: number; name: string }[]) =>
    choices.map(({ id, name }) => ({ value: String(id), label: name }))
  const { period, merchantId, type, collaboratorId } = filter
  return (
    <>
      {collaboratorId === undefined ? null : (
        <Notice
          action={
            <Link href={companyConsumptionsPath({ ...filter, collaboratorId: undefined })}>{t('everybody')}</Link>
          }
        >
          {t('of', { name: collaborator ?? '—' })}
        </Notice>
      )}
      <Filters
        label={t('filters')}
        action={companyConsumptionsPage}
        address={companyConsumptionsPath(filter)}
        narrowed={narrowedBy(filter)}
      >
        {collaboratorId === undefined ? null : <input type="hidden" name="collaborator" value={collaboratorId} />}
        <PeriodFilter period={period} />
        <SelectFilter
          name="merchant"
          label={t('merchant')}
          all={t('allMerchants')}
          value={merchantId?.toString()}
          options={named(merchants)}
        />
        {types.length === 0 ? null : (
          <SelectFilter
            name="type"
            label={t('type')}
            all={t('allTypes')}
            value={type?.toString()}
            options={[...named(types), { value: 'none', label: t('noType') }]}
          />
        )}
      </Filters>
    </>
  )
}

/** The totals of all consumptions that the filters let through, all pages together. */
export async function ConsumptionsTotals({ ctx, filter }: Props) {
  const [totals, t, { amount, number }] = await Promise.all([
    sumConsumptions(ctx, filter),
    translations('companyConsumptions'),
    pageFormats(),
  ])
  if (totals.count === 0) return null
  return (
    <Figures
      label={t('totals')}
      figures={[
        { key: 'count', label: t('count'), value: number(totals.count) },
        { key: 'people', label: t('people'), value: number(totals.people) },
        { key: 'purchase', label: t('columns.purchaseAmount'), value: amount(totals.purchaseCents) },
        { key: 'discount', label: t('columns.discount'), value: amount(totals.discountCents) },
        { key: 'final', label: t('columns.finalAmount'), value: amount(totals.finalCents) },
      ]}
    />
  )
}

/** A page of consumptions. */
export async function ConsumptionsList({ ctx, filter, company }: Props & { company: string }) {
  const [{ consumptions, newer, older }, t] = await Promise.all([
    listConsumptions(ctx, filter),
    translations('companyConsumptions'),
  ])
  if (consumptions.length === 0) return <Nothing narrowed={isNarrowed(filter)} />
  return (
    <>
      <Table
        caption={t('caption', { company })}
        rows={consumptions}
        rowKey={({ code }) => code}
        columns={await columns()}
      />
      <Pagination
        previous={newer && companyConsumptionsPath(filter, { after: newer })}
        next={older && companyConsumptionsPath(filter, { before: older })}
      />
    </>
  )
}

async function Nothing({ narrowed }: { narrowed: boolean }) {
  const t = await translations('companyConsumptions')
  return narrowed ? (
    <NothingFound title={t('noneTitle')} text={t('noneText')} allHref={companyConsumptionsPage} />
  ) : (
    <EmptyState icon={<Receipt aria-hidden />} title={t('emptyTitle')}>
      {t('emptyText')}
    </EmptyState>
  )
}

async function columns(): Promise<readonly Column<CompanyConsumption>[]> {
  const [t, { amount, dateTime }] = await Promise.all([translations('companyConsumptions'), pageFormats()])
  return [
    {
      key: 'collaborator',
      label: t('columns.collaborator'),
      heading: true,
      cell: ({ collaborator, code }) => (
        <>
          <bdi className="block break-words">{collaborator}</bdi>
          <span className="block font-mono text-xs font-normal text-muted sm:whitespace-nowrap">{code}</span>
        </>
      ),
    },
    {
      key: 'when',
      label: t('columns.registeredAt'),
      cell: ({ registeredAt }) => <span className="whitespace-nowrap">{dateTime(registeredAt)}</span>,
    },
    {
      key: 'merchant',
      label: t('columns.merchant'),
      cell: ({ merchant, discount }) => (
        <>
          <span className="block wrap-anywhere sm:min-w-40">{merchant}</span>
          <span className="block wrap-anywhere text-muted">{discount}</span>
        </>
      ),
    },
    {
      key: 'purchase',
      label: t('columns.purchaseAmount'),
      align: 'right',
      cell: ({ purchaseCents }) => <Amount text={amount(purchaseCents)} />,
    },
    {
      key: 'discount',
      label: t('columns.discount'),
      align: 'right',
      cell: ({ discountCents }) => <Amount text={amount(-discountCents)} />,
    },
    {
      key: 'final',
      label: t('columns.finalAmount'),
      align: 'right',
      cell: ({ finalCents }) => <Amount text={amount(finalCents)} className="font-medium" />,
    },
  ]
}
