import { activityFile } from '@/app/_components/activity/activity-file'
import { trails } from '@/lib/audit/activity'
import { officeFile } from '@/lib/web/download'
import { merchantSections } from '@/lib/web/merchant-office'

export const GET = officeFile(merchantSections.activity, (ctx, asked) =>
  activityFile(ctx, { trail: trails.merchant, tenant: ctx.session.membership?.name ?? '', asked }),
)
