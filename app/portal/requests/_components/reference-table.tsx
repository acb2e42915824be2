import { ListTable } from '@/app/_components/list/list-table'
import type { ListView } from '@/app/_components/list/view'
import { Badge } from '@/components/ui/badge'
import type { Column } from '@/components/ui/table'
import { type RequestFilter, requestsPath } from '@/lib/requests/filter'
import type { ReferenceView } from '@/lib/requests/list-references'
import { pageFormats, translations } from '@/lib/web/translations'
import { operationNames } from '../../operation-names'
import { toneOfStatus } from '../../tone-of-status'

/** How the calls of one reference are shown in a row. */
export async function referenceColumns(): Promise<readonly Column<ReferenceView>[]> {
  const [t, formats, nameOf] = await Promise.all([translations('requests'), pageFormats(), operationNames()])
  return [
    {
      key: 'reference',
      label: t('columns.reference'),
      heading: true,
      cell: ({ reference }) => reference,
      below: ({ last }) => nameOf(last.operation),
    },
    {
      key: 'answer',
      label: t('columns.lastAnswer'),
      phone: 'end',
      cell: ({ last: { status } }) => <Badge tone={toneOfStatus(status)}>{status}</Badge>,
      below: ({ last: { code } }) => (code === null ? null : <span className="font-mono">{code}</span>),
    },
    {
      key: 'calls',
      label: t('columns.calls'),
      align: 'right',
      phone: 'below-end',
      cell: ({ calls, failed }) => t('callsAndFailed', { calls, failed }),
    },
    {
      key: 'when',
      label: t('columns.lastWhen'),
      phone: 'below',
      cell: ({ last }) => formats.stamp(last.occurredAt),
      below: ({ last }) => formats.relative(last.occurredAt),
    },
  ]
}

/** References, each leading to its calls. */
export async function ReferenceTable(props: {
  references: readonly ReferenceView[]
  caption: string
  filter: RequestFilter
  view: ListView
}) {
  return (
    <ListTable
      caption={props.caption}
      rows={props.references}
      rowKey={({ reference }) => reference}
      hrefOf={({ reference }) => requestsPath({ ...props.filter, group: undefined, search: reference })}
      columns={await referenceColumns()}
      view={props.view}
      sortable={['when']}
    />
  )
}
