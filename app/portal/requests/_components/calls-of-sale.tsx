import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/layout'
import { Table } from '@/components/ui/table'
import { requestsPage } from '@/lib/requests/filter'
import { listCallsOfSale } from '@/lib/requests/list-requests'
import type { RequestView } from '@/lib/requests/views'
import type { MerchantMemberContext } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { requestColumns } from './request-table'

const shown = ['operation', 'answer', 'duration', 'when']

/** What happened to the purchase of a call, one call after the other; nothing where there is only that one. */
export async function CallsOfSale(props: {
  ctx: Pick<MerchantMemberContext, 'db' | 'member'>
  view: Pick<RequestView, 'id'>
  reference: string
}) {
  const { ctx, view, reference } = props
  const calls = await listCallsOfSale(ctx, reference)
  if (calls.length < 2) return null
  const t = await translations('requests')
  const columns = (await requestColumns()).filter(({ key }) => shown.includes(key))
  return (
    <Section title={t('ofSale')}>
      <Table
        phone="lines"
        caption={t('ofSale')}
        rows={calls}
        rowKey={({ id }) => id}
        hrefOf={({ id }) => (id === view.id ? undefined : `${requestsPage}/${id}`)}
        columns={columns.map((column) =>
          column.key === 'operation'
            ? {
                ...column,
                cell: (row: RequestView) => (
                  <>
                    {column.cell(row)} {row.id === view.id ? <Badge tone="info">{t('thisCall')}</Badge> : null}
                  </>
                ),
              }
            : column,
        )}
      />
    </Section>
  )
}
