import { randomBytes } from 'node:crypto'
import type { Ways } from './ways'

export const requests: Ways = {
  pages: {
    '/portal/requests/[id]': {
      path: async ({ sql, merchantId, apiKeyId }) => {
        const at = new Date()
        const hex = at.getTime().toString(16).padStart(12, '0')
        const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`
        await sql`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, details)
          values (${merchantId}, ${at}, ${id}, ${apiKeyId}, 'applyDiscount', 201, 1, 'req_1', '{}')`
        return `/portal/requests/${id}`
      },
    },
  },
}
