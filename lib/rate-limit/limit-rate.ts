import type { Redis } from 'ioredis'
import { type BucketRule, type Cost, carriedOver, type Kept, take, type Verdict } from './bucket'

/** Takes one from the bucket of a rule and a key, asks, or puts one in, as `Cost` says. Never throws: a limiter in trouble refuses nobody. */
export type Limiter = {
  take(rule: BucketRule, key: string, cost: Cost): Verdict | Promise<Verdict>
  /** Counts a name, and tells how often it was counted in a window that begins with the first. For the test environment (ADR-0049). */
  count(name: string, windowMs: number): number | Promise<number>
  close(): Promise<void>
}

const keysMax = 100_000
const countsMax = 10_000

/** Buckets in this process. Full ones are forgotten, and the longest idle when there are too many keys. */
export class MemoryLimiter implements Limiter {
  readonly #kept = new Map<string, Kept>()
  readonly #counts = new Map<string, { times: number; untilMs: number }>()

  take(rule: BucketRule, key: string, cost: Cost): Verdict {
    const name = `${rule.name}:${key}`
    const nowMs = performance.now()
    const kept = this.#kept.get(name)
    const { verdict, fullAtMs } = take(rule, kept && carriedOver(kept, rule, nowMs), nowMs, cost)
    // Taken out and put back, so that the map is in the order of last use.
    this.#kept.delete(name)
    if (fullAtMs > nowMs) this.#kept.set(name, { fullAtMs, perMinute: rule.perMinute, burst: rule.burst })
    if (this.#kept.size > keysMax) this.#forget(nowMs)
    return verdict
  }

  count(name: string, windowMs: number): number {
    const nowMs = performance.now()
    const known = this.#counts.get(name)
    const counted = known && known.untilMs > nowMs ? known : { times: 0, untilMs: nowMs + windowMs }
    counted.times += 1
    this.#counts.delete(name)
    this.#counts.set(name, counted)
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= countsMax) break
      this.#counts.delete(oldest)
    }
    return counted.times
  }

  #forget(nowMs: number): void {
    for (const [name, { fullAtMs }] of this.#kept) if (fullAtMs <= nowMs) this.#kept.delete(name)
    for (const name of this.#kept.keys()) {
      if (this.#kept.size <= keysMax / 2) return
      this.#kept.delete(name)
    }
  }

  async close(): Promise<void> {}
}

/** A count without its end would never be forgotten: both are set in one step. */
const countScript = `
local times = redis.call('INCR', KEYS[1])
if times == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return times`

/** The numbers by which the script knows the costs. */
const costCodes = { 0: 0, 1: 1, force: 2, back: 3 } as const

/**
 * `take` and `carriedOver` of bucket.ts on the Redis clock, as one atomic step. A full bucket has no keys in Redis. The rule stands beside
 * the bucket and not in it, so that processes of the version before go on reading the bucket.
 */
const script = `
local at = redis.call('TIME')
local now = at[1] * 1000 + at[2] / 1000
local interval, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local capacity, rule = interval * burst, ARGV[1] .. ' ' .. ARGV[2]
local kept = redis.call('GET', KEYS[1])
local before = math.max(tonumber(kept or now), now)
local carried = false
if kept then
  local was = redis.call('GET', KEYS[2])
  if was and was ~= rule then
    local of, most = string.match(was, '^(%S+) (%S+)$')
    local taken = (before - now) / tonumber(of)
    local owed = math.max(0, taken - tonumber(most))
    before = now + math.min(taken, burst + owed) * interval
    carried = true
  end
end
local after = before + interval
local allowed = after - now <= capacity + 0.001
local full = before
if cost == 3 then full = math.max(before - interval, now)
elseif cost == 2 or (allowed and cost == 1) then full = after end
if full > now and (carried or full ~= before) then
  local life = math.ceil(full - now) + 1
  redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', life)
  redis.call('SET', KEYS[2], rule, 'PX', life)
elseif carried or cost == 3 then redis.call('DEL', KEYS[1], KEYS[2]) end
local wait = 0
if not allowed then wait = after - now - capacity end
return { allowed and 1 or 0, math.max(0, math.floor((capacity - (full - now)) / interval + 0.001)), math.ceil(wait) }`

const redisAnswerMsMax = 250
const askAgainMs = 250
/** A connection that brings no answer for so long is given up: its host may have disappeared without closing it. */
const silenceMsMax = 2_000

/**
 * The answer, or an error when there is none after 250 ms. What arrived while this process was busy with other things is an answer
 * in time: it is read before the error is made.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`Redis did not answer in ${redisAnswerMsMax} ms`))
    const timer = setTimeout(() => setImmediate(late), redisAnswerMsMax)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Buckets shared by every process through Redis. While Redis does not answer, each process counts for itself: the calls in flight
 * wait for it at most 250 ms, those after them not at all, until it answers again.
 */
export class RedisLimiter implements Limiter {
  readonly #redis: Promise<Redis>
  readonly #insurance = new MemoryLimiter()
  readonly #onError: (error: unknown) => void
  #isAway = false
  #asking: NodeJS.Timeout | undefined

  constructor(url: string, onError: (error: unknown) => void) {
    this.#onError = onError
    this.#redis = this.#connect(url)
  }

  /** Its client is loaded here, since most processes have no Redis. */
  async #connect(url: string): Promise<Redis> {
    const { default: Redis } = await import('ioredis')
    const redis = new Redis(url, {
      socketTimeout: silenceMsMax,
      connectTimeout: 2_000,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    })
    return redis.on('error', this.#onError)
  }

  async take(rule: BucketRule, key: string, cost: Cost): Promise<Verdict> {
    if (this.#isAway) return this.#insurance.take(rule, key, cost)
    const bucket = `aliado:rate:${rule.name}:${key}`
    try {
      const asked = (await this.#redis).call(
        'EVAL',
        script,
        2,
        bucket,
        `${bucket}:rule`,
        60_000 / rule.perMinute,
        rule.burst,
        costCodes[cost],
      )
      const answer = await inTime(asked)
      const [allowed, remaining, waitMs] = answer as [number, number, number]
      return { allowed: allowed === 1, remaining, waitMs }
    } catch (error) {
      this.#doWithout(error)
      return this.#insurance.take(rule, key, cost)
    }
  }

  async count(name: string, windowMs: number): Promise<number> {
    if (this.#isAway) return this.#insurance.count(name, windowMs)
    try {
      const redis = await this.#redis
      return (await inTime(redis.call('EVAL', countScript, 1, `aliado:count:${name}`, windowMs))) as number
    } catch (error) {
      this.#doWithout(error)
      return this.#insurance.count(name, windowMs)
    }
  }

  /** Asks Redis in the background whether it answers again, so that no call has to wait to find out. */
  #doWithout(error: unknown): void {
    if (this.#isAway) return
    this.#isAway = true
    this.#onError(error)
    const ask = (): void => {
      this.#asking = setTimeout(() => {
        inTime(this.#redis.then((redis) => redis.ping())).then(() => {
          this.#isAway = false
        }, ask)
      }, askAgainMs).unref()
    }
    ask()
  }

  async close(): Promise<void> {
    clearTimeout(this.#asking)
    const redis = await this.#redis
    redis.disconnect()
  }
}
