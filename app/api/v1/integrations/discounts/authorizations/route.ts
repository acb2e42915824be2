import { endpoint } from '@/lib/http/endpoint'
import { methods } from '@/lib/http/methods'
import { operations } from '@/lib/http/operations'
import { findAuthorizationOfReference } from '@/lib/redemption/find-authorization'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(operations.findAuthorization, findAuthorizationOfReference),
})
