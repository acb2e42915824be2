import { listViews, revokeView as revoke } from '@/db/queries/offices/support-views'
import { listOwnViews } from '@/lib/support/list-views'
import { revokeView } from '@/lib/support/revoke-view'
import { type Cases, inCompany, of, own } from './matrix'

/** The operator's looks into an office, as that office sees and ends them. */
export const cases: Cases = {
  'db/queries/offices/support-views#listViews': own(({ tx, mine }) =>
    listViews(tx, { merchantId: mine.merchantId }, 10),
  ),
  'db/queries/offices/support-views#revokeView': of(({ tx, mine }, { supportViewId }) =>
    revoke(tx, { merchantId: mine.merchantId }, supportViewId, mine.userId),
  ),
  'lib/support/list-views#listOwnViews': own(({ ctx }) => listOwnViews(ctx)),
  'lib/support/revoke-view#revokeView': of(({ ctx }, { supportViewId: viewId }) => revokeView(ctx, { viewId })),
  ...inCompany({
    'db/queries/offices/support-views#listViews': own(({ tx, mine }) =>
      listViews(tx, { companyId: mine.companyId }, 10),
    ),
    'db/queries/offices/support-views#revokeView': of(({ tx, mine }, { companySupportViewId }) =>
      revoke(tx, { companyId: mine.companyId }, companySupportViewId, mine.companyUserId),
    ),
    'lib/support/list-views#listOwnViews': own(({ companyCtx }) => listOwnViews(companyCtx)),
    'lib/support/revoke-view#revokeView': of(({ companyCtx }, { companySupportViewId: viewId }) =>
      revokeView(companyCtx, { viewId }),
    ),
  }),
}
