import { methods } from '@/lib/http/methods'
import { openApiResponse } from '@/lib/http/openapi/serve'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: openApiResponse('yaml') })
