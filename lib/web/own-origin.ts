import { env } from '@/lib/env'

/**
 * Whether an Origin is that of our pages. A missing or null one is not: Next lets the first pass (`serverActions` of its documentation),
 * and let the second pass until CVE-2026-27978. Host headers are never believed.
 */
export const isOwnOrigin = (origin: string | null): boolean => origin === new URL(env().PUBLIC_OFFICE_URL).origin
