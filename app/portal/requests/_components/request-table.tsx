import { ListTable } from '@/app/_components/list/list-table'
import type { ListView } from '@/app/_components/list/view'
import { Badge } from '@/components/ui/badge'
import type { Column } from '@/components/ui/table'
import { requestsPage } from '@/lib/requests/filter'
import type { RequestView } from '@/lib/requests/views'
import { pageFormats, translations } from '@/lib/web/translations'
import { operationNames } from '../../operation-names'
import { roundMs } from '../../round-ms'
import { toneOfStatus } from '../../tone-of-status'

/** How a call is shown in a row. */
export async function requestColumns(): Promise<readonly Column<RequestView>[]> {
  const t = await translations('requests')
  const formats = await pageFormats()
  const nameOf = await operationNames()
  return [
    {
      key: 'operation',
      label: t('columns.operation'),
      heading: true,
      cell: ({ operation }) => nameOf(operation),
      below: ({ requestId }) => requestId,
      belowClassName: 'font-mono',
    },
    {
      key: 'answer',
      label: t('columns.answer'),
      phone: 'end',
      cell: ({ status, replayed }) => (
        <>
          <Badge tone={toneOfStatus(status)}>{status}</Badge> {replayed ? <Badge>{t('replayed')}</Badge> : null}
        </>
      ),
      below: ({ code }) => code,
      belowClassName: 'font-mono',
    },
    {
      key: 'reference',
      label: t('columns.reference'),
      phone: 'below-end',
      cell: ({ reference }) => reference ?? t('noReference'),
    },
    {
      key: 'credential',
      label: t('columns.credential'),
      className: '[unicode-bidi:plaintext]',
      cell: ({ credentialName }) => credentialName,
    },
    {
      key: 'duration',
      label: t('columns.duration'),
      align: 'right',
      cell: ({ durationMs }) => t('milliseconds', { ms: formats.number(roundMs(durationMs)) }),
    },
    {
      key: 'when',
      label: t('columns.when'),
      phone: 'below',
      cell: ({ occurredAt }) => formats.stamp(occurredAt),
      below: ({ occurredAt }) => formats.relative(occurredAt),
    },
  ]
}

/** Calls, each leading to its page. */
export async function RequestTable(props: { requests: readonly RequestView[]; caption: string; view: ListView }) {
  return (
    <ListTable
      caption={props.caption}
      rows={props.requests}
      rowKey={({ id }) => id}
      hrefOf={({ id }) => `${requestsPage}/${id}`}
      columns={await requestColumns()}
      view={props.view}
      sortable={['when']}
    />
  )
}
