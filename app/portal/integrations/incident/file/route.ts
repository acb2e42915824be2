import { listComebacks } from '@/lib/credentials/list-comebacks'
import type { FileColumn } from '@/lib/files/columns'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { localDayOf } from '@/lib/language/days'
import { incidentFilterOf, incidentPath } from '@/lib/requests/incident'
import { exportIncident, type IncidentCall } from '@/lib/requests/show-incident'
import { officeFile } from '@/lib/web/download'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { operationNames } from '../../../operation-names'

/** Every call of an incident sheet, as CSV or Excel. */
export const GET = officeFile(merchantSections.integrations, async (ctx, asked) => {
  const now = ctx.now()
  const [t, nameOf, { credentials }] = await Promise.all([
    translations('incident'),
    operationNames(),
    listComebacks(ctx, now),
  ])
  const filter = incidentFilterOf(asked)
  const credential = credentials.find(({ kind, id }) => kind === filter.credential?.kind && id === filter.credential.id)
  if (credential === undefined) throw new OfficeFault('not_found')
  const columns: readonly FileColumn<IncidentCall>[] = [
    { header: t('columns.when'), kind: 'instant', value: (row) => row.occurredAt },
    { header: t('columns.operation'), kind: 'text', value: (row) => nameOf(row.operation) },
    { header: t('columns.answer'), kind: 'number', value: (row) => row.status },
    { header: t('columns.code'), kind: 'text', value: (row) => row.code },
    { header: t('columns.reference'), kind: 'text', value: (row) => row.reference },
    { header: t('columns.purchase'), kind: 'amount', value: (row) => row.purchaseCents },
    { header: t('columns.branch'), kind: 'text', value: (row) => row.branchName },
    { header: t('columns.terminal'), kind: 'text', value: (row) => row.terminal },
    { header: t('columns.address'), kind: 'text', value: (row) => row.address },
    { header: 'X-Request-Id', kind: 'text', value: (row) => row.requestId },
  ]
  return {
    name: [t('fileName'), credential.name, localDayOf(now)],
    sheet: t('title'),
    columns,
    batches: exportIncident(ctx, { ...filter, credential }, now),
    listPath: incidentPath(filter),
  }
})
