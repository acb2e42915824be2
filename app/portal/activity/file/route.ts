import { activityFilterOf, activityPath } from '@/lib/audit/activity'
import { type ActivityView, exportActivity } from '@/lib/audit/list-activity'
import type { FileColumn } from '@/lib/files/columns'
import { localDayOf } from '@/lib/language/days'
import { officeFile } from '@/lib/web/download'
import { merchantSections } from '@/lib/web/merchant-office'
import { translations } from '@/lib/web/translations'
import { activityWords } from '../_components/activity-columns'

/** What the trail shows, all its pages together, as CSV or Excel. */
export const GET = officeFile(merchantSections.activity, async (ctx, asked) => {
  const [t, { actionOf, moreOf, deviceOf }] = await Promise.all([translations('activity'), activityWords()])
  const columns: readonly FileColumn<ActivityView>[] = [
    { header: t('when'), kind: 'instant', value: (row) => row.occurredAt },
    { header: t('who'), kind: 'text', value: (row) => row.person ?? t('service') },
    { header: t('what'), kind: 'text', value: actionOf },
    { header: t('outcome'), kind: 'text', value: (row) => t(`outcomes.${row.denied ? 'denied' : 'done'}`) },
    { header: t('details'), kind: 'text', value: moreOf },
    { header: t('from'), kind: 'text', value: (row) => row.address },
    { header: t('device'), kind: 'text', value: (row) => deviceOf(row) ?? null },
  ]
  const filter = activityFilterOf(asked)
  return {
    name: [t('fileName'), ctx.session.membership?.name ?? '', localDayOf(new Date())],
    sheet: t('title'),
    columns,
    batches: exportActivity(ctx, filter),
    listPath: activityPath(filter),
  }
})
