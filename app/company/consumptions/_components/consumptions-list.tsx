import { Receipt } from 'lucide-react'
import { FilterBar } from '@/app/_components/list/filter-bar'
import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { ListTools } from '@/app/_components/list/list-tools'
import { NothingFound } from '@/app/_components/list/nothing-found'
import { TotalsLine } from '@/app/_components/list/totals-line'
import { turnsOf, viewOf } from '@/app/_components/list/view'
import { viewsOf } from '@/app/company/views/of-list'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Amount, EmptyState } from '@/components/ui/states'
import type { Column } from '@/components/ui/table'
import type { CompanyContext } from '@/lib/context'
import {
  type CompanyConsumptionsFilter,
  companyConsumptionsPage,
  companyConsumptionsPath,
  defaultPeriod,
  isNarrowed,
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
          {t('of', { name: collaborator ?? t('columns.erased') })}
        </Notice>
      )}
      <FilterBar
        label={t('filters')}
        page={companyConsumptionsPage}
        address={companyConsumptionsPath(filter)}
        search={{
          label: t('search'),
          hint: t('searchHint'),
          value: filter.search,
          only: { pattern: '\\s*([A-Za-z0-9][\\s\\-]*){20}', text: t('searchOnlyCodes') },
        }}
        fields={[
          { kind: 'period', period, usual: defaultPeriod },
          {
            kind: 'select',
            name: 'merchant',
            label: t('merchant'),
            all: t('allMerchants'),
            value: merchantId?.toString(),
            options: named(merchants),
          },
          ...(types.length === 0
            ? []
            : [
                {
                  kind: 'select' as const,
                  name: 'type',
                  label: t('type'),
                  all: t('allTypes'),
                  value: type?.toString(),
                  options: [...named(types), { value: 'none', label: t('noType') }],
                },
              ]),
        ]}
        tools={
          <ListTools
            views={viewsOf(ctx, 'company_consumptions')}
            view={viewOf(filter, companyConsumptionsPath)}
            columns={await columns()}
          />
        }
      />
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
    <TotalsLine
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
  const view = viewOf(filter, companyConsumptionsPath)
  if (consumptions.length === 0) return <Nothing narrowed={isNarrowed(filter)} />
  return (
    <>
      <ListTable
        caption={t('caption', { company })}
        rows={consumptions}
        rowKey={({ code }) => code}
        columns={await columns()}
        view={view}
        sortable={['when']}
      />
      <ListFoot
        view={view}
        {...turnsOf(
          filter.sort,
          newer && companyConsumptionsPath(filter, { after: newer }),
          older && companyConsumptionsPath(filter, { before: older }),
        )}
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
      cell: ({ collaborator }) => <bdi>{collaborator ?? t('columns.erased')}</bdi>,
      below: ({ code }) => <span className="font-mono">{code}</span>,
    },
    {
      key: 'when',
      label: t('columns.registeredAt'),
      phone: 'below',
      cell: ({ registeredAt }) => <span className="whitespace-nowrap">{dateTime(registeredAt)}</span>,
    },
    {
      key: 'merchant',
      label: t('columns.merchant'),
      phone: 'below-end',
      cell: ({ merchant }) => merchant,
      below: ({ discount }) => discount,
    },
    {
      key: 'purchase',
      label: t('columns.purchaseAmount'),
      align: 'right',
      cell: ({ purchaseCents }) => amount(purchaseCents),
    },
    {
      key: 'discount',
      label: t('columns.discount'),
      align: 'right',
      cell: ({ discountCents }) => amount(-discountCents),
    },
    {
      key: 'final',
      label: t('columns.finalAmount'),
      align: 'right',
      phone: 'end',
      cell: ({ finalCents }) => <Amount text={amount(finalCents)} className="font-medium" />,
    },
  ]
}
