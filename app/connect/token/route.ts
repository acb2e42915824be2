import { refuseMethod } from '@/lib/http/connect/endpoint'
import { issueTokenEndpoint } from '@/lib/http/connect/token'

export const POST = issueTokenEndpoint
export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as HEAD,
  refuseMethod as OPTIONS,
  refuseMethod as PATCH,
  refuseMethod as PUT,
}
