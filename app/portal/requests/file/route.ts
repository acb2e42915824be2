import type { FileColumn } from '@/lib/files/columns'
import { localDayOf } from '@/lib/language/days'
import { requestFilterOf, requestsPath } from '@/lib/requests/filter'
import { exportRequests } from '@/lib/requests/list-requests'
import type { RequestView } from '@/lib/requests/views'
import { officeFile } from '@/lib/web/download'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { operationNames } from '../../operation-names'
import { roundMs } from '../../round-ms'

/** The calls that the page shows, all its pages together, as CSV or Excel. */
export const GET = officeFile(merchantSections.requests, async (ctx, asked) => {
  const [t, nameOf] = await Promise.all([translations('requests'), operationNames()])
  const columns: readonly FileColumn<RequestView>[] = [
    { header: t('columns.when'), kind: 'instant', value: (row) => row.occurredAt },
    { header: t('columns.operation'), kind: 'text', value: (row) => nameOf(row.operation) },
    { header: t('columns.answer'), kind: 'number', value: (row) => row.status },
    { header: t('code'), kind: 'text', value: (row) => row.code },
    { header: t('columns.reference'), kind: 'text', value: (row) => row.reference },
    { header: 'X-Request-Id', kind: 'text', value: (row) => row.requestId },
    { header: t('columns.credential'), kind: 'text', value: (row) => row.credentialName },
    { header: `${t('columns.duration')} (ms)`, kind: 'number', value: (row) => roundMs(row.durationMs) },
  ]
  const filter = requestFilterOf(asked)
  return {
    name: [t('fileName'), ctx.session.membership?.name ?? '', localDayOf(new Date())],
    sheet: t('title'),
    columns,
    batches: exportRequests(ctx, filter, new Date()),
    listPath: requestsPath(filter),
  }
})
