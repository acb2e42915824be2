import type { Trail } from '@/lib/audit/activity'
import { type ActivityView, exportActivity } from '@/lib/audit/list-activity'
import type { TeamOfficeContext } from '@/lib/context'
import type { FileColumn } from '@/lib/files/columns'
import type { Asked } from '@/lib/kernel/address'
import { localDayOf } from '@/lib/language/days'
import type { TableFile } from '@/lib/web/download'
import { translations } from '@/lib/web/translations'
import { activityWords } from './activity-columns'

/** What the trail of an office shows, all its pages together, as CSV or Excel. */
export async function activityFile(
  ctx: Pick<TeamOfficeContext, 'db' | 'member'>,
  { trail, tenant, asked }: { trail: Trail; tenant: string; asked: Asked },
): Promise<TableFile<ActivityView>> {
  const [t, { actionOf, moreOf, whoOf, deviceOf }] = await Promise.all([translations('activity'), activityWords()])
  const columns: readonly FileColumn<ActivityView>[] = [
    { header: t('when'), kind: 'instant', value: (row) => row.occurredAt },
    { header: t('who'), kind: 'text', value: whoOf },
    { header: t('what'), kind: 'text', value: actionOf },
    { header: t('outcome'), kind: 'text', value: (row) => t(`outcomes.${row.denied ? 'denied' : 'done'}`) },
    { header: t('details'), kind: 'text', value: moreOf },
    { header: t('from'), kind: 'text', value: (row) => row.address },
    { header: t('device'), kind: 'text', value: (row) => deviceOf(row) ?? null },
  ]
  const filter = trail.filterOf(asked)
  return {
    name: [t('fileName'), tenant, localDayOf(new Date())],
    sheet: t('title'),
    columns,
    batches: exportActivity(ctx, filter),
    listPath: trail.path(filter),
  }
}
