import type { Ways } from './ways'

export const till: Ways = {
  pages: {
    '/portal/till/receipt/[code]': {
      path: async ({ sql, merchantId, ownerId, consumptionCode }) => {
        await sql`
          insert into member_consumptions (merchant_id, consumption_id, user_id)
          select merchant_id, id, ${ownerId} from consumptions where merchant_id = ${merchantId} and code = ${consumptionCode}
          on conflict do nothing`
        return `/portal/till/receipt/${consumptionCode}`
      },
    },
  },
}
