import { endpoint } from '@/lib/http/endpoint'
import { methods } from '@/lib/http/methods'
import { operations } from '@/lib/http/operations'
import { releaseAuthorization } from '@/lib/redemption/release-authorization'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(operations.releaseAuthorization, releaseAuthorization),
})
