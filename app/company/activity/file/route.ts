import { activityFile } from '@/app/_components/activity/activity-file'
import { trails } from '@/lib/audit/activity'
import { companySections } from '@/lib/web/company-office'
import { officeFile } from '@/lib/web/download'

export const GET = officeFile(companySections.activity, (ctx, asked) =>
  activityFile(ctx, { trail: trails.company, tenant: ctx.session.companyMembership?.name ?? '', asked }),
)
