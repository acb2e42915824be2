import { headers } from 'next/headers'
import { env } from '@/lib/env'

/**
 * Whether this request was sent by a page of ours. A missing or null Origin is not: Next lets the first pass
 * (`serverActions` of its documentation), and let the second pass until CVE-2026-27978. Host headers are never believed.
 */
export async function isSameOrigin(): Promise<boolean> {
  const origin = (await headers()).get('origin')
  return origin === new URL(env().PUBLIC_OFFICE_URL).origin
}
