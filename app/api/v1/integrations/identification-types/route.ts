import { endpoint } from '@/lib/http/endpoint'
import { methods } from '@/lib/http/methods'
import { operations } from '@/lib/http/operations'
import { listIdentificationTypes } from '@/lib/redemption/list-identification-types'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(operations.listIdentificationTypes, listIdentificationTypes),
})
