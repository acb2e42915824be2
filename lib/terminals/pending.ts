import type { TerminalHour, TerminalKey, TerminalNews } from '@/db/queries/tills/terminals'

/** What a process has seen of one terminal since its last write. */
export type Pending = {
  readonly key: TerminalKey
  /** Whether a terminal that there is not yet is made: only by who proved to know a secret of the merchant's. */
  isProven: boolean
  seenAt: number
  callAt: number
  tokenAt: number
  saleAt: number
  branchId: number | null
  apiKeyId: number | null
  oauthClientId: number | null
  tokenDigest: string | null
  address: string | null
  userAgent: string | null
  refused: { at: number; reason: string; operation: string; address: string | null } | undefined
  hours: Hour[]
}

export type Hour = Omit<{ -readonly [Field in keyof TerminalHour]: TerminalHour[Field] }, 'merchantId' | 'terminalId'>

export const newPending = (key: TerminalKey): Pending => ({
  key,
  isProven: false,
  ...{ seenAt: 0, callAt: 0, tokenAt: 0, saleAt: 0, branchId: null, apiKeyId: null, oauthClientId: null },
  ...{ tokenDigest: null, address: null, userAgent: null, refused: undefined, hours: [] },
})

const hourMs = 3_600_000

/** The counts of the hour of a moment. Of a terminal there are one or two between two writes. */
export function hourOf(pending: Pending, atMs: number): Hour {
  const hour = Math.floor(atMs / hourMs)
  const found = pending.hours.find((one) => one.hour === hour)
  if (found !== undefined) return found
  const begun: Hour = {
    hour,
    ...{ done: 0, refused: 0, denied: 0, limited: 0, failed: 0, reserved: 0, confirmed: 0, replayed: 0, ended: 0 },
    ...{ expired: 0, clockSamples: 0, clockSeconds: null },
  }
  pending.hours.push(begun)
  return begun
}

/** How far a sale's date is ahead of our clock: within what the column holds, whatever year was sent. */
export function noteClock(hour: Hour, paidAtMs: number, nowMs: number): void {
  const ahead = Math.round((paidAtMs - nowMs) / 1_000)
  if (!Number.isFinite(ahead)) return
  hour.clockSamples += 1
  hour.clockSeconds = Math.max(hour.clockSeconds ?? -secondsMax, Math.min(secondsMax, ahead))
}

const secondsMax = 2_000_000_000

/** Two accounts of the same terminal as one: what was seen later wins, counts add up. */
export function fold(into: Pending, more: Pending): void {
  if (accepted(more) >= accepted(into)) {
    into.apiKeyId = more.apiKeyId
    into.oauthClientId = more.oauthClientId
    into.tokenDigest = more.tokenDigest
    into.address = more.address
    into.userAgent = more.userAgent
    into.branchId = more.branchId ?? into.branchId
  } else into.branchId ??= more.branchId
  if (more.refused !== undefined && more.refused.at >= (into.refused?.at ?? 0)) into.refused = more.refused
  into.isProven ||= more.isProven
  for (const time of ['seenAt', 'callAt', 'tokenAt', 'saleAt'] as const) into[time] = Math.max(into[time], more[time])
  for (const hour of more.hours) addHour(hourOf(into, hour.hour * hourMs), hour)
}

function addHour(into: Hour, { hour: _, clockSeconds, ...counts }: Hour): void {
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) into[name] += counts[name]
  if (clockSeconds !== null) into.clockSeconds = Math.max(into.clockSeconds ?? -secondsMax, clockSeconds)
}

const accepted = ({ callAt, tokenAt }: Pending): number => Math.max(callAt, tokenAt)

const instant = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString())

export const newsOf = ({ key, refused, ...pending }: Pending): TerminalNews => ({
  ...key,
  seenAt: instant(pending.seenAt),
  callAt: instant(pending.callAt),
  tokenAt: instant(pending.tokenAt),
  saleAt: instant(pending.saleAt),
  branchId: pending.branchId,
  apiKeyId: pending.apiKeyId,
  oauthClientId: pending.oauthClientId,
  tokenDigest: pending.tokenDigest,
  address: pending.address,
  userAgent: pending.userAgent,
  refusedAt: instant(refused?.at ?? 0),
  refusedReason: refused?.reason ?? null,
  refusedOperation: refused?.operation ?? null,
  refusedAddress: refused?.address ?? null,
})
