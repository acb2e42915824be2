import { sql } from 'drizzle-orm'
import type { OfficeTx } from '@/db/office'
import * as closings from '@/db/queries/offices/closings'
import { closeDay, reopenClosing } from '@/lib/closing/close-day'
import { closingsFilterOf } from '@/lib/closing/closed'
import { closingFilterOf } from '@/lib/closing/closing'
import { listClosed, listClosings, showClosed, showStanding } from '@/lib/closing/list-closings'
import { writeClosingPdf } from '@/lib/closing/write-pdf'
import { addDays, localDayOf } from '@/lib/language/days'
import { type Cases, of } from './matrix'
import type { Tenant } from './tenant'

const today = () => localDayOf(new Date())
const yesterday = () => addDays(today(), -1)
const tomorrow = () => addDays(today(), 1)

/** No sale is of that day itself: what is found came after the closing of an earlier one. */
const noTime = { from: new Date(0), to: new Date(0) }

/** Puts one's own consumption into one's own closing; of a stranger's it puts none. */
const filled = (tx: OfficeTx, mine: Tenant, { closingId }: Tenant) =>
  tx.execute(sql`
    insert into closing_consumptions (merchant_id, closing_id, consumption_id)
    select merchant_id, id, ${mine.consumptionId} from closings where merchant_id = ${mine.merchantId} and id = ${closingId}`)

const compared = async (tx: OfficeTx, mine: Tenant, { closingId }: Tenant) => {
  const found = await closings.findClosing(tx, mine.merchantId, closingId)
  if (!found) return
  await closings.insertComparison(
    tx,
    mine.merchantId,
    { closingId, basis: 'final', oursAmount: '90.00', theirsAmount: '0.00', equalCount: 0 },
    [{ reference: mine.reference, oursAmount: '90.00', theirsAmount: null, reason: 'returned', note: mine.mark }],
  )
}

export const cases: Cases = {
  'db/queries/offices/closings#closeDay': of(({ tx, mine }, { branchId }) =>
    closings.closeDay(tx, mine.merchantId, { userId: mine.userId, branch: branchId, day: tomorrow(), ...noTime }),
  ),
  'db/queries/offices/closings#sumLate': of(({ tx, mine }, { branchId }) =>
    closings.sumLate(tx, mine.merchantId, { branch: branchId, day: tomorrow(), ...noTime }),
  ),
  'db/queries/offices/closings#listClosingsOfDay': of(({ tx, mine }, { branchId }) =>
    closings.listClosingsOfDay(tx, mine.merchantId, { branch: branchId, day: today() }),
  ),
  'db/queries/offices/closings#listClosingRecords': of(({ tx, mine }, { branchId }) =>
    closings.listClosingRecords(tx, mine.merchantId, { branch: branchId, limit: 10 }),
  ),
  'db/queries/offices/closings#findClosing': of(({ tx, mine }, { closingId }) =>
    closings.findClosing(tx, mine.merchantId, closingId),
  ),
  'db/queries/offices/closings#listConsumptionsOfClosing': of(async ({ tx, mine }, tenant) => {
    await filled(tx, mine, tenant)
    return closings.listConsumptionsOfClosing(tx, mine.merchantId, tenant.closingId, { late: false, limit: 10 })
  }),
  'db/queries/offices/closings#listAfterClosing': of(({ tx, mine }, { closingId }) =>
    closings.listAfterClosing(tx, mine.merchantId, { id: closingId, days: 7, limit: 10 }),
  ),
  'db/queries/offices/closings#reopenClosing': of(({ tx, mine }, { closingId }) =>
    closings.reopenClosing(tx, mine.merchantId, { id: closingId, userId: mine.userId, reason: 'Prueba' }),
  ),
  'db/queries/offices/closings#insertComparison': of(({ tx, mine }, tenant) => compared(tx, mine, tenant)),
  'db/queries/offices/closings#listDifferences': of(async ({ tx, mine }, tenant) => {
    await compared(tx, mine, tenant)
    return closings.listDifferences(tx, mine.merchantId, tenant.closingId)
  }),
  'db/queries/offices/closings#isBranchOf': of(({ tx, mine }, { branchId }) =>
    closings.isBranchOf(tx, mine.merchantId, branchId),
  ),

  'lib/closing/close-day#closeDay': of(({ ctx }, { branchId }) =>
    closeDay(ctx, { day: yesterday(), branch: branchId, references: [], reasons: [], notes: [] }),
  ),
  'lib/closing/close-day#reopenClosing': of(({ ctx }, { closingId }) =>
    reopenClosing(ctx, { closingId, reason: 'Prueba' }),
  ),
  'lib/closing/list-closings#listClosings': of(
    async ({ ctx }, { branchId }) => (await listClosings(ctx, closingsFilterOf({ branch: String(branchId) }))).closings,
  ),
  'lib/closing/list-closings#showStanding': of(({ ctx }, { branchId }) =>
    showStanding(ctx, closingFilterOf({ branch: String(branchId) }, new Date())),
  ),
  'lib/closing/list-closings#showClosed': of(({ ctx }, { closingId }) => showClosed(ctx, closingId)),
  'lib/closing/list-closings#listClosed': of(async ({ tx, ctx, mine }, tenant) => {
    await filled(tx, mine, tenant)
    return listClosed(ctx, tenant.closingId, { late: false, limit: 10 })
  }),
  'lib/closing/write-pdf#writeClosingPdf': of(async ({ ctx }, { closingId: id }) => {
    const { name } = await writeClosingPdf(ctx, { id, merchant: '', paper: 'a4', language: 'es' })
    return name
  }),
}
