import { sql } from 'drizzle-orm'
import {
  countCalls,
  countRefusalsByStep,
  findProgress,
  listDiscountsEndingSoon,
  listKeysEndingSoon,
  sumConsumptions,
  sumConsumptionsByBranch,
  sumConsumptionsByCompany,
  sumConsumptionsByDiscount,
  sumConsumptionsByStep,
} from '@/db/queries/offices/overview'
import { addDays, localDayOf } from '@/lib/language/days'
import { listExpiring } from '@/lib/overview/list-expiring'
import { showProgress } from '@/lib/overview/show-progress'
import { showSales } from '@/lib/overview/show-sales'
import { showTotals } from '@/lib/overview/show-totals'
import { type Cases, own } from './matrix'

const dayMs = 86_400_000
const span = { from: new Date(Date.now() - dayMs), to: new Date(Date.now() + dayMs) }
const today = localDayOf(new Date())

export const cases: Cases = {
  'db/queries/offices/overview#sumConsumptions': own(({ tx, mine }) => sumConsumptions(tx, mine.merchantId, span)),
  'db/queries/offices/overview#countCalls': own(({ tx, mine }) => countCalls(tx, mine.merchantId, span)),
  'db/queries/offices/overview#sumConsumptionsByStep': own(({ tx, mine }) =>
    sumConsumptionsByStep(tx, mine.merchantId, span, 'day'),
  ),
  'db/queries/offices/overview#sumConsumptionsByBranch': own(({ tx, mine }) =>
    sumConsumptionsByBranch(tx, mine.merchantId, span, 5),
  ),
  'db/queries/offices/overview#sumConsumptionsByCompany': own(({ tx, mine }) =>
    sumConsumptionsByCompany(tx, mine.merchantId, span, 5),
  ),
  'db/queries/offices/overview#sumConsumptionsByDiscount': own(({ tx, mine }) =>
    sumConsumptionsByDiscount(tx, mine.merchantId, span, 5),
  ),
  'db/queries/offices/overview#countRefusalsByStep': own(({ tx, mine }) =>
    countRefusalsByStep(tx, mine.merchantId, span, 'day'),
  ),
  'db/queries/offices/overview#listDiscountsEndingSoon': own(({ tx, mine }) =>
    listDiscountsEndingSoon(tx, mine.merchantId, 60, 5),
  ),
  'db/queries/offices/overview#listKeysEndingSoon': own(({ tx, mine }) =>
    listKeysEndingSoon(tx, mine.merchantId, 60, 5),
  ),
  'db/queries/offices/overview#findProgress': own(({ tx, mine }) => findProgress(tx, mine.merchantId)),
  'lib/overview/show-sales#showSales': own(({ ctx }) => showSales(ctx, { first: addDays(today, -1), last: today })),
  'lib/overview/show-totals#showTotals': own(({ ctx }) =>
    showTotals(ctx, { first: addDays(today, -1), last: today }, new Date()),
  ),
  'lib/overview/list-expiring#listExpiring': own(({ ctx }) => listExpiring(ctx)),
  'lib/overview/show-progress#showProgress': own(async ({ ctx, tx, mine }) => {
    // Who has everything is shown nothing.
    await tx.execute(sql`update discounts set status = 'paused' where merchant_id = ${mine.merchantId}`)
    return showProgress(ctx)
  }),
}
