import { live } from '@/lib/http/health'
import { methods } from '@/lib/http/methods'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: live })
