import type { Moment } from '@/lib/language/formats'

export type Use = Moment & { time: string; address: string | null }

/** What a dialog asks for while it is open: a credential's last uses. */
export type Uses = { call: Use | null; token: Use | null }
