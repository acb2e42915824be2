import { endpoint } from '@/lib/http/endpoint'
import { methods } from '@/lib/http/methods'
import { operations } from '@/lib/http/operations'
import { applyDiscount } from '@/lib/redemption/apply-discount'
import { applyOpening } from '@/lib/redemption/open-call'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(operations.applyDiscount, applyDiscount, applyOpening),
})
