import { refuseMethod } from '@/lib/http/connect/endpoint'
import { revokeTokenEndpoint } from '@/lib/http/connect/revocation'

export const POST = revokeTokenEndpoint
export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as HEAD,
  refuseMethod as OPTIONS,
  refuseMethod as PATCH,
  refuseMethod as PUT,
}
