import { endpoint, installationOf } from '@/lib/http/endpoint'
import { methods } from '@/lib/http/methods'
import { operations } from '@/lib/http/operations'
import { describeCredential } from '@/lib/redemption/describe-credential'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint(operations.describeCredential, (ctx) => describeCredential(ctx, installationOf())),
})
