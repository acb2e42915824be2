import { methods } from '@/lib/http/methods'
import { openApiResponse } from '@/lib/http/openapi/document'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: openApiResponse })
