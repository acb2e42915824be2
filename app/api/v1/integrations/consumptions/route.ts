import { endpoint } from '@/lib/http/endpoint'
import { methods } from '@/lib/http/methods'
import { operations } from '@/lib/http/operations'
import { consumptionOpening } from '@/lib/redemption/open-call'
import { registerConsumption } from '@/lib/redemption/register-consumption'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(operations.registerConsumption, registerConsumption, consumptionOpening),
})
