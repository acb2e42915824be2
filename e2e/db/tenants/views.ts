import * as queries from '@/db/queries/offices/saved-views'
import { changeView, deleteView, listViews, openingPaths, saveView } from '@/lib/views/keep-views'
import { type Cases, lock, of, own } from './matrix'
import type { Tenant } from './tenant'

const tenantOf = ({ merchantId }: Tenant) => ({ merchantId })
const list = 'consumptions'

export const cases: Cases = {
  'db/queries/offices/saved-views#listSavedViews': own(({ tx, mine }) =>
    queries.listSavedViews(tx, tenantOf(mine), { userId: mine.userId, list }),
  ),
  'db/queries/offices/saved-views#listOpeningViews': own(({ tx, mine }) =>
    queries.listOpeningViews(tx, tenantOf(mine), mine.userId),
  ),
  'db/queries/offices/saved-views#lockMembership': lock(({ tx, mine }) =>
    queries.lockMembership(tx, tenantOf(mine), mine.userId),
  ),
  'db/queries/offices/saved-views#findSavedView': of(({ tx, mine }, { viewId }) =>
    queries.findSavedView(tx, tenantOf(mine), { userId: mine.userId, id: viewId }),
  ),
  'db/queries/offices/saved-views#countSavedViews': own(({ tx, mine }) =>
    queries.countSavedViews(tx, tenantOf(mine), mine.userId),
  ),
  'db/queries/offices/saved-views#insertSavedView': own(({ tx, mine }) =>
    queries.insertSavedView(tx, tenantOf(mine), { userId: mine.userId, list, name: 'Otra', query: 'size=25' }),
  ),
  'db/queries/offices/saved-views#updateSavedView': of(({ tx, mine }, { viewId }) =>
    queries.updateSavedView(tx, tenantOf(mine), { userId: mine.userId, id: viewId }, { name: 'Otra' }),
  ),
  'db/queries/offices/saved-views#closeOtherViews': own(({ tx, mine }) =>
    queries.closeOtherViews(tx, tenantOf(mine), { userId: mine.userId, list, id: 0 }),
  ),
  'db/queries/offices/saved-views#deleteSavedView': of(({ tx, mine }, { viewId }) =>
    queries.deleteSavedView(tx, tenantOf(mine), { userId: mine.userId, id: viewId }),
  ),

  'lib/views/keep-views#listViews': own(({ ctx }) => listViews(ctx, list)),
  'lib/views/keep-views#openingPaths': own(async ({ ctx }) => [...(await openingPaths(ctx)).values()]),
  'lib/views/keep-views#saveView': own(({ ctx }) => saveView(ctx, { list, name: 'Otra', query: 'size=25' })),
  'lib/views/keep-views#changeView': of(({ ctx }, { viewId }) => changeView(ctx, { viewId, name: 'Otra' })),
  'lib/views/keep-views#deleteView': of(({ ctx }, { viewId }) => deleteView(ctx, { viewId })),
}
