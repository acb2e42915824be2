/** A token bucket: so many at once, refilled at a steady rate (D56). */
export type BucketRule = { readonly name: string; readonly perMinute: number; readonly burst: number }

/** The bucket after a request: what is left, and, when it was refused, after how many milliseconds a request is allowed. */
export type Verdict = { allowed: boolean; remaining: number; waitMs: number }

/**
 * 0 asks without taking; 1 takes one if there is one; `force` takes one in any case, for what has been spent since the
 * bucket was asked; `back` puts one in, unless the bucket is full (D60).
 */
export type Cost = 0 | 1 | 'force' | 'back'

/**
 * The bucket as one number: the instant at which it will be full again (GCRA, ITU-T I.371). Returns the verdict and the new
 * instant.
 */
export function take(
  rule: BucketRule,
  fullAtMs: number | undefined,
  nowMs: number,
  cost: Cost,
): { verdict: Verdict; fullAtMs: number } {
  const intervalMs = 60_000 / rule.perMinute
  const capacityMs = intervalMs * rule.burst
  const before = Math.max(fullAtMs ?? nowMs, nowMs)
  const after = before + intervalMs
  const allowed = after - nowMs <= capacityMs + 1e-6
  const now =
    cost === 'back'
      ? Math.max(before - intervalMs, nowMs)
      : cost === 'force' || (allowed && cost === 1)
        ? after
        : before
  return {
    verdict: {
      allowed,
      remaining: Math.max(0, Math.floor((capacityMs - (now - nowMs)) / intervalMs + 1e-6)),
      waitMs: allowed ? 0 : after - nowMs - capacityMs,
    },
    fullAtMs: now,
  }
}

/** A bucket as it is kept: when it will be full again, by the rule that it was last asked with. */
export type Kept = Pick<BucketRule, 'perMinute' | 'burst'> & { readonly fullAtMs: number }

/**
 * When a kept bucket will be full again by the rule of today. What was taken stays taken, and is paid back at the rate of today: a
 * raised limit is felt by the next request, whatever was owed before (ADR-0058). Of a lowered one an empty bucket is empty, and owes
 * nothing but what was taken by force beyond the burst of its time.
 */
export function carriedOver(kept: Kept, { perMinute, burst }: BucketRule, nowMs: number): number {
  if (kept.perMinute === perMinute && kept.burst === burst) return kept.fullAtMs
  const taken = (Math.max(0, kept.fullAtMs - nowMs) * kept.perMinute) / 60_000
  const owed = Math.max(0, taken - kept.burst)
  return nowMs + (Math.min(taken, burst + owed) * 60_000) / perMinute
}

/** The headers of a refusal: `Retry-After` in whole seconds, and the draft's pair (draft-ietf-httpapi-ratelimit-headers). */
export function refusalHeaders(rule: BucketRule, verdict: Verdict): Record<string, string> {
  const seconds = Math.max(1, Math.ceil(verdict.waitMs / 1000))
  const windowSeconds = Math.max(1, Math.ceil((60 * rule.burst) / rule.perMinute))
  return {
    'Retry-After': String(seconds),
    'RateLimit-Policy': `"${rule.name}";q=${rule.burst};w=${windowSeconds}`,
    RateLimit: `"${rule.name}";r=${verdict.remaining};t=${seconds}`,
  }
}
