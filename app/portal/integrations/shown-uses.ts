import type { Moment } from '@/lib/language/formats'

export type Use = Moment & { time: string; address: string | null }

/** What a dialog asks while it is open: the last uses of a credential, and how much hangs on it. */
export type Uses = { call: Use | null; token: Use | null; recentCalls: number; recentCallsText: string }
