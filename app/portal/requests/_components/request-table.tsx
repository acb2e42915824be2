import { Badge, type Tone } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { Table } from '@/components/ui/table'
import { requestsPage } from '@/lib/requests/filter'
import type { RequestView } from '@/lib/requests/views'
import { pageFormats, translations } from '@/lib/web/translations'
import { operationNames } from '../../operation-names'

/** The colour of an answer; its number and code say the same in text. */
export const toneOf = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'warning' : 'danger')

/** Calls, newest first, each leading to its page. */
export async function RequestTable({ requests, caption }: { requests: readonly RequestView[]; caption: string }) {
  const t = await translations('requests')
  const formats = await pageFormats()
  const nameOf = await operationNames()
  return (
    <Table
      caption={caption}
      rows={requests}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'operation',
          label: t('columns.operation'),
          heading: true,
          cell: ({ id, operation, requestId }) => (
            <div className="flex min-w-0 flex-col items-start gap-0.5">
              <Link href={`${requestsPage}/${id}`}>{nameOf(operation)}</Link>
              <span className="font-mono text-xs font-normal break-all text-muted">{requestId}</span>
            </div>
          ),
        },
        {
          key: 'answer',
          label: t('columns.answer'),
          cell: ({ status, code, replayed }) => (
            <div className="flex flex-col items-start gap-1 max-sm:items-end">
              <span className="flex gap-1">
                <Badge tone={toneOf(status)}>{status}</Badge>
                {replayed ? <Badge>{t('replayed')}</Badge> : null}
              </span>
              {code === null ? null : (
                <span className="font-mono text-xs max-sm:break-all sm:whitespace-nowrap">{code}</span>
              )}
            </div>
          ),
        },
        {
          key: 'reference',
          label: t('columns.reference'),
          cell: ({ reference }) => <span className="break-all">{reference ?? t('noReference')}</span>,
        },
        {
          key: 'credential',
          label: t('columns.credential'),
          cell: ({ credentialName }) => <bdi className="break-words">{credentialName}</bdi>,
        },
        {
          key: 'duration',
          label: t('columns.duration'),
          align: 'right',
          cell: ({ durationMs }) => (
            <span className="whitespace-nowrap">{t('milliseconds', { ms: formats.number(roundMs(durationMs)) })}</span>
          ),
        },
        {
          key: 'when',
          label: t('columns.when'),
          cell: ({ occurredAt }) => <RelativeTime moment={formats.moment(occurredAt)} />,
        },
      ]}
    />
  )
}

/** Rounds to a tenth below ten milliseconds, and to whole milliseconds above. */
export const roundMs = (ms: number): number => (ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))
