import { activityFile } from '@/app/_components/activity/activity-file'
import { trails } from '@/lib/audit/activity'
import { officeFile } from '@/lib/web/download'
import { operatorSections } from '@/lib/web/operator-office'
import { translations } from '@/lib/web/translations'

export const GET = officeFile(operatorSections.activity, async (ctx, asked) =>
  activityFile(ctx, { trail: trails.operator, tenant: (await translations('entry'))('network'), asked }),
)
