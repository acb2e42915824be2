import { refuseMethod, revokeTokenEndpoint } from '@/lib/http/connect'

export const POST = revokeTokenEndpoint
export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as HEAD,
  refuseMethod as OPTIONS,
  refuseMethod as PATCH,
  refuseMethod as PUT,
}
