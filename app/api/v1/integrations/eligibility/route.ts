import { endpoint } from '@/lib/http/endpoint'
import { methods } from '@/lib/http/methods'
import { operations } from '@/lib/http/operations'
import { checkEligibility } from '@/lib/redemption/check-eligibility'
import { eligibilityOpening } from '@/lib/redemption/open-call'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(operations.checkEligibility, checkEligibility, eligibilityOpening),
})
