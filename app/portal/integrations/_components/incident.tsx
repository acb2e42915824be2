import { ListFoot } from '@/app/_components/list/list-foot'
import { ListTable } from '@/app/_components/list/list-table'
import { turnsOf, viewOf } from '@/app/_components/list/view'
import { Badge } from '@/components/ui/badge'
import { Figures } from '@/components/ui/figures'
import { Section } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { type Column, Table } from '@/components/ui/table'
import { requestsPage } from '@/lib/requests/filter'
import { type IncidentFilter, incidentPath } from '@/lib/requests/incident'
import type { Incident, IncidentCall } from '@/lib/requests/show-incident'
import { pageFormats, translations } from '@/lib/web/translations'
import { operationNames } from '../../operation-names'
import { toneOfStatus } from '../../tone-of-status'

type Props = { incident: Incident }

/** What a credential did in all, by branch and by address. */
export async function IncidentTotals({ incident }: Props) {
  const [t, { amount, dateTime, number, stamp }] = await Promise.all([translations('incident'), pageFormats()])
  const { totals, branches, addresses, countedSince } = incident
  return (
    <>
      {countedSince === undefined ? null : (
        <Notice tone="info" title={t('many')}>
          {t('manyText', { count: number(totals.calls), moment: dateTime(countedSince) })}
        </Notice>
      )}
      <Figures
        label={t('totals')}
        figures={[
          {
            ...{ key: 'calls', label: t('calls'), value: number(totals.calls) },
            note: t('failed', { count: totals.failed, text: number(totals.failed) }),
          },
          { key: 'redemptions', label: t('redemptions'), value: number(totals.redemptions) },
          { key: 'purchases', label: t('purchases'), value: amount(totals.purchaseCents) },
          { key: 'discounts', label: t('discounts'), value: amount(totals.discountCents) },
          { key: 'addresses', label: t('addresses'), value: number(totals.addresses) },
        ]}
      />
      <Section title={t('byBranch')}>
        {branches.length === 0 ? (
          <p className="text-muted">{t('noRedemptions')}</p>
        ) : (
          <Table
            caption={t('byBranch')}
            rows={branches}
            rowKey={({ name }) => name ?? ''}
            columns={[
              { key: 'branch', label: t('columns.branch'), heading: true, cell: ({ name }) => name ?? t('noBranch') },
              { key: 'count', label: t('columns.count'), align: 'right', cell: ({ count }) => number(count) },
              {
                ...{ key: 'purchases', label: t('columns.purchases'), align: 'right' },
                cell: ({ purchaseCents }) => amount(purchaseCents),
              },
              {
                ...{ key: 'discounts', label: t('columns.discounts'), align: 'right' },
                cell: ({ discountCents }) => amount(discountCents),
              },
            ]}
          />
        )}
      </Section>
      <Section
        title={t('byAddress')}
        lead={
          totals.addresses > addresses.length
            ? t('moreAddresses', { shown: number(addresses.length), all: number(totals.addresses) })
            : undefined
        }
      >
        {addresses.length === 0 ? (
          <p className="text-muted">{t('noCalls')}</p>
        ) : (
          <Table
            caption={t('byAddress')}
            rows={addresses}
            rowKey={({ address }) => address ?? ''}
            columns={[
              {
                ...{ key: 'address', label: t('columns.address'), heading: true },
                cell: ({ address }) => <span className="break-all">{address ?? t('unknownAddress')}</span>,
              },
              { key: 'calls', label: t('columns.calls'), align: 'right', cell: ({ calls }) => number(calls) },
              { key: 'failed', label: t('columns.failed'), align: 'right', cell: ({ failed }) => number(failed) },
              { key: 'first', label: t('columns.first'), cell: ({ firstAt }) => stamp(firstAt) },
              { key: 'last', label: t('columns.last'), cell: ({ lastAt }) => stamp(lastAt) },
            ]}
          />
        )}
      </Section>
    </>
  )
}

async function callColumns(): Promise<readonly Column<IncidentCall>[]> {
  const [t, nameOf, { amount, relative, stamp }] = await Promise.all([
    translations('incident'),
    operationNames(),
    pageFormats(),
  ])
  return [
    {
      ...{ key: 'operation', label: t('columns.operation'), heading: true },
      cell: ({ operation }) => nameOf(operation),
      below: ({ reference }) => reference ?? t('noReference'),
    },
    {
      ...{ key: 'answer', label: t('columns.answer'), phone: 'end' },
      cell: ({ status }) => <Badge tone={toneOfStatus(status)}>{status}</Badge>,
      ...{ below: ({ code }) => code, belowClassName: 'font-mono' },
    },
    {
      ...{ key: 'branch', label: t('columns.branch') },
      ...{ cell: ({ branchName }) => branchName ?? '—', below: ({ terminal }) => terminal },
    },
    {
      ...{ key: 'address', label: t('columns.address'), phone: 'below-end' },
      cell: ({ address }) => <span className="break-all">{address ?? t('unknownAddress')}</span>,
    },
    {
      ...{ key: 'purchase', label: t('columns.purchase'), align: 'right' },
      cell: ({ purchaseCents }) => (purchaseCents === null ? '—' : amount(purchaseCents)),
    },
    {
      ...{ key: 'when', label: t('columns.when'), phone: 'below' },
      ...{ cell: ({ occurredAt }) => stamp(occurredAt), below: ({ occurredAt }) => relative(occurredAt) },
    },
  ]
}

/** Its calls one by one, each leading to its page. */
export async function IncidentCalls({ incident, filter, name }: Props & { filter: IncidentFilter; name: string }) {
  const [t, columns] = await Promise.all([translations('incident'), callColumns()])
  const { calls, newerThan, olderThan } = incident
  const view = viewOf(filter, incidentPath)
  return (
    <Section title={t('list')}>
      {calls.length === 0 ? (
        <p className="text-muted">{t('noCalls')}</p>
      ) : (
        <>
          <ListTable
            caption={t('caption', { name })}
            rows={calls}
            rowKey={({ id }) => id}
            hrefOf={({ id }) => `${requestsPage}/${id}`}
            columns={columns}
            view={view}
            sortable={['when']}
          />
          <ListFoot
            view={view}
            {...turnsOf(
              filter.sort,
              newerThan && incidentPath(filter, { after: newerThan }),
              olderThan && incidentPath(filter, { before: olderThan }),
            )}
          />
        </>
      )}
    </Section>
  )
}
