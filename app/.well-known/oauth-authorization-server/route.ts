import { describeAuthorizationServer } from '@/lib/http/connect/metadata'
import { methods } from '@/lib/http/methods'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: describeAuthorizationServer })
