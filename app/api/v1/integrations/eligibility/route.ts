import { endpoint } from '@/lib/http/endpoint'
import { methods } from '@/lib/http/methods'
import { operations } from '@/lib/http/operations'
import { checkEligibility } from '@/lib/redemption/check-eligibility'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(operations.checkEligibility, checkEligibility),
})
