import type { Ways } from './ways'

export const terminals: Ways = {
  pages: {
    '/portal/terminals/[id]': {
      path: async ({ sql, merchantId, mark }) => {
        const [row] = await sql`
          insert into terminals (merchant_id, terminal, name, first_seen_at, seen_at)
          values (${merchantId}, ${`T-${Date.now()}`}, ${`Caja ${mark}`}, now(), now()) returning id::int as id`
        return `/portal/terminals/${row?.id}`
      },
    },
  },
}
