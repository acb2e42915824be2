import type { Ways } from './ways'
import type { World } from './world'

/** A closing of a new branch of the owner's, whose name is marked. */
async function newClosing({ make, sql, merchantId, ownerId, text }: World): Promise<number> {
  const branchId = await make.branch(merchantId)
  await sql`update branches set name = ${text('Sucursal')} where id = ${branchId}`
  const [row] = await sql<{ id: string }[]>`
    insert into closings (merchant_id, branch_id, day, closed_by, authorized_count, authorized_discount, expired_count,
      expired_discount, released_count, released_discount, active_count, active_discount, consumed_count, purchase_amount,
      discount_amount, final_amount, late_count, late_purchase_amount, late_discount_amount, late_final_amount)
    values (${merchantId}, ${branchId}, '2026-01-01', ${ownerId}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    returning id`
  return Number(row?.id)
}

export const consumptions: Ways = {
  pages: {
    '/portal/consumptions/[code]/receipt': {
      path: ({ consumptionCode }) => `/portal/consumptions/${consumptionCode}/receipt`,
    },
    '/portal/consumptions/[code]': { path: ({ consumptionCode }) => `/portal/consumptions/${consumptionCode}` },
    '/portal/closing/[id]': { path: async (own) => `/portal/closing/${await newClosing(own)}` },
    // Its letters are compressed.
    '/portal/closing/[id]/pdf': { path: async (own) => `/portal/closing/${await newClosing(own)}/pdf`, shows: false },
  },
  actions: {
    'app/portal/closing/actions.ts': {
      compareAction: { on: 'own', fields: () => ({ day: '2026-01-01', basis: 'final', list: 'T-1 100.00' }) },
      closeDayAction: {
        on: 'foreign',
        fields: async ({ make, merchantId }) => ({ day: '2026-01-01', branch: String(await make.branch(merchantId)) }),
      },
      reopenAction: {
        on: 'foreign',
        fields: async (own) => ({ closingId: String(await newClosing(own)), reason: 'Prueba' }),
      },
    },
  },
}
