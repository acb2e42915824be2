import { officeService } from '@/lib/web/office-service'
import type { Addresses } from './new-secret'

/** Where machines call us, as this service is known from outside. */
export function addresses(): Addresses {
  const apiUrl = officeService().env.PUBLIC_API_URL
  return { apiUrl, tokenUrl: `${apiUrl}/connect/token` }
}
