import { env } from '@/lib/env'
import { setStaging, staging } from './staging'

/** Loads the layer of the test environment before the first call. In production its code is not loaded (D67, ADR-0049). */
export async function beginStaging(): Promise<void> {
  if (env().SERVICE_ENVIRONMENT !== 'test' || staging() !== undefined) return
  const { openLayer } = await import('./sandbox/layer')
  setStaging(openLayer())
}
