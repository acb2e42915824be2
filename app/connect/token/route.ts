import { issueTokenEndpoint, refuseMethod } from '@/lib/http/connect'

export const POST = issueTokenEndpoint
export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as HEAD,
  refuseMethod as OPTIONS,
  refuseMethod as PATCH,
  refuseMethod as PUT,
}
