import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BucketRule, type Cost, carriedOver, refusalHeaders, take, type Verdict } from './bucket'
import { MemoryLimiter } from './limit-rate'

const rule = fc.record({
  name: fc.constant('default'),
  perMinute: fc.integer({ min: 1, max: 6_000_000 }),
  burst: fc.integer({ min: 1, max: 2_000 }),
})

/** Requests by the milliseconds since the one before: most at once, some far apart. */
const gaps = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.double({ min: 0, max: 50, noNaN: true }),
    fc.double({ min: 0, max: 200_000, noNaN: true }),
  ),
  { maxLength: 300 },
)

type Taken = { atMs: number; verdict: Verdict; fullAtMs: number }

/** Takes one at each of those moments. */
function takeAll(one: BucketRule, waits: readonly number[]): Taken[] {
  let atMs = 1_000
  let fullAtMs: number | undefined
  return waits.map((wait) => {
    atMs += wait
    const result = take(one, fullAtMs, atMs, 1)
    fullAtMs = result.fullAtMs
    return { atMs, ...result }
  })
}

describe('a token bucket (D56)', () => {
  it('never grants more than the burst and rate x time, in whatever window', () => {
    fc.assert(
      fc.property(rule, gaps, (one, waits) => {
        const granted = takeAll(one, waits).filter(({ verdict }) => verdict.allowed)
        for (let first = 0; first < granted.length; first++) {
          const startMs = granted[first]?.atMs ?? 0
          for (let last = first; last < granted.length; last++) {
            const windowMs = (granted[last]?.atMs ?? 0) - startMs
            expect(last - first + 1).toBeLessThanOrEqual(one.burst + (windowMs * one.perMinute) / 60_000 + 1e-3)
          }
        }
      }),
    )
  })

  it('grants the whole burst at once, and then nothing', () => {
    fc.assert(
      fc.property(rule, (one) => {
        const results = takeAll(one, new Array(one.burst + 3).fill(0))
        expect(results.map(({ verdict }) => verdict.allowed)).toEqual([
          ...new Array(one.burst).fill(true),
          false,
          false,
          false,
        ])
      }),
    )
  })

  it('never refuses who keeps to the rate', () => {
    fc.assert(
      fc.property(rule, fc.double({ min: 0, max: 100, noNaN: true }), (one, slackMs) => {
        const results = takeAll(one, new Array(300).fill(60_000 / one.perMinute + slackMs))
        expect(results.every(({ verdict }) => verdict.allowed)).toBe(true)
      }),
    )
  })

  it('grants after the wait that it told, and not a moment before', () => {
    fc.assert(
      fc.property(rule, gaps, (one, waits) => {
        const refused = takeAll(one, waits).filter(({ verdict }) => !verdict.allowed)
        for (const { atMs, verdict, fullAtMs } of refused) {
          expect(verdict.waitMs).toBeGreaterThan(0)
          expect(verdict.waitMs).toBeLessThanOrEqual(60_000 / one.perMinute + 1e-3)
          expect(take(one, fullAtMs, atMs + verdict.waitMs, 1).verdict.allowed).toBe(true)
          expect(take(one, fullAtMs, atMs + verdict.waitMs * 0.99 - 1e-3, 1).verdict.allowed).toBe(false)
        }
      }),
    )
  })

  it('counts down what remains, and takes nothing when it is only asked or refuses', () => {
    const one = { name: 'default', perMinute: 60, burst: 3 }
    let fullAtMs: number | undefined
    const remaining = [1, 1, 1, 1].map((cost) => {
      const asked = take(one, fullAtMs, 0, 0)
      expect(asked.fullAtMs).toBe(fullAtMs ?? 0)
      const taken = take(one, fullAtMs, 0, cost as 1)
      expect(taken.verdict.allowed).toBe(asked.verdict.allowed)
      fullAtMs = taken.fullAtMs
      return taken.verdict.remaining
    })
    expect(remaining).toEqual([2, 1, 0, 0])
    // Three were granted, one was refused: full again after three intervals.
    expect(fullAtMs).toBe(3_000)
  })
})

describe('what was spent since it was asked', () => {
  it('is paid for later, however many asked together: the rate holds in the long run', () => {
    fc.assert(
      fc.property(rule, fc.integer({ min: 1, max: 500 }), (one, together) => {
        let fullAtMs: number | undefined
        for (let i = 0; i < one.burst - 1 + together; i++) fullAtMs = take(one, fullAtMs, 0, 'force').fullAtMs
        const asked = take(one, fullAtMs, 0, 0).verdict
        expect([asked.allowed, asked.remaining]).toEqual([false, 0])
        expect(asked.waitMs).toBeCloseTo((together * 60_000) / one.perMinute, 1)
      }),
    )
  })
})

/** A bucket as a count, at one moment: what is left, below zero when more was taken by force. */
function modelOf(burst: number): (cost: Cost) => boolean {
  let left = burst
  return (cost) => {
    const allowed = left >= 1
    if (cost === 'back') left = Math.min(burst, left + 1)
    else if (cost === 'force' || (cost === 1 && allowed)) left -= 1
    return allowed
  }
}

const costs = fc.array(fc.constantFrom<Cost>(0, 1, 'force', 'back'), { maxLength: 400 })

describe('what is put back (D60)', () => {
  it('is one, exactly, up to the budget and never beyond, however takes and debts go before', () => {
    fc.assert(
      fc.property(rule, costs, (one, asked) => {
        const model = modelOf(one.burst)
        let fullAtMs: number | undefined
        for (const cost of asked) {
          const { verdict, fullAtMs: after } = take(one, fullAtMs, 1_000, cost)
          expect(verdict.allowed).toBe(model(cost))
          expect(after).toBeGreaterThanOrEqual(1_000)
          expect(verdict.remaining).toBeLessThanOrEqual(one.burst)
          fullAtMs = after
        }
      }),
    )
  })

  it('undoes a miss to the last fraction, at whatever moment', () => {
    fc.assert(
      fc.property(rule, gaps, (one, waits) => {
        for (const { atMs, fullAtMs } of takeAll(one, waits)) {
          const forced = take(one, fullAtMs, atMs, 'force')
          expect(take(one, forced.fullAtMs, atMs, 'back').fullAtMs).toBeCloseTo(fullAtMs, 6)
        }
      }),
    )
  })

  it('lets through in any time no more than the budget, what the rate adds, and what was put back', () => {
    const moments = fc.array(fc.tuple(fc.double({ min: 0, max: 50, noNaN: true }), fc.boolean()), { maxLength: 300 })
    fc.assert(
      fc.property(rule, moments, (one, asked) => {
        let atMs = 1_000
        let fullAtMs: number | undefined
        let [granted, back] = [0, 0]
        for (const [wait, isBack] of asked) {
          atMs += wait
          const { verdict, fullAtMs: after } = take(one, fullAtMs, atMs, isBack ? 'back' : 1)
          fullAtMs = after
          if (isBack) back += 1
          else if (verdict.allowed) granted += 1
          expect(granted).toBeLessThanOrEqual(one.burst + ((atMs - 1_000) * one.perMinute) / 60_000 + back + 1e-3)
        }
      }),
    )
  })

  it('is kept by a process as the bucket says, and is nothing to keep in a full one', () => {
    // So slow that nothing is refilled while the test runs.
    const slow = { name: 'eligibility-misses', perMinute: 0.01, burst: 5 }
    fc.assert(
      fc.property(costs, (asked) => {
        const limiter = new MemoryLimiter()
        const model = modelOf(slow.burst)
        expect(asked.map((cost) => limiter.take(slow, 'a', cost).allowed)).toEqual(asked.map(model))
      }),
    )
  })
})

/** So slow that nothing is refilled while a test runs. */
const slowRule = fc.record({
  name: fc.constant('default'),
  perMinute: fc.constantFrom(0.01, 0.02, 0.05),
  burst: fc.integer({ min: 1, max: 20 }),
})

/** A rule that nobody calls under leaves no trace. */
const underRules = fc.array(
  fc.tuple(slowRule, fc.array(fc.constantFrom<Cost>(0, 1, 'force', 'back'), { minLength: 1, maxLength: 60 })),
  { minLength: 1, maxLength: 6 },
)

/** A bucket as a count of what was taken, whose rule changes; nothing is refilled. */
function modelUnderRules() {
  let taken = 0
  let burst = 0
  return {
    turnTo: (next: number) => {
      taken = Math.min(taken, next + Math.max(0, taken - burst))
      burst = next
    },
    take: (cost: Cost) => {
      const allowed = burst - taken >= 1
      if (cost === 'back') taken = Math.max(0, taken - 1)
      else if (cost === 'force' || (cost === 1 && allowed)) taken += 1
      return allowed
    },
  }
}

describe('a limit that is changed (ADR-0058)', () => {
  it('holds at the next request, whatever was taken and owed before', () => {
    fc.assert(
      fc.property(underRules, (turns) => {
        const limiter = new MemoryLimiter()
        const model = modelUnderRules()
        for (const [rule, asked] of turns) {
          model.turnTo(rule.burst)
          for (const cost of asked) expect(limiter.take(rule, 'a', cost).allowed).toBe(model.take(cost))
        }
      }),
    )
  })

  it('lets nobody wait for longer than what is owed takes at the rate of today', () => {
    fc.assert(
      fc.property(rule, rule, fc.integer({ min: 0, max: 3_000 }), (before, after, times) => {
        let fullAtMs: number | undefined
        for (let n = 0; n < times; n++) fullAtMs = take(before, fullAtMs, 1_000, 'force').fullAtMs
        const carried = carriedOver({ ...before, fullAtMs: fullAtMs ?? 1_000 }, after, 1_000)
        const { verdict } = take(after, carried, 1_000, 0)
        const owed = Math.max(0, times - before.burst)
        expect(verdict.waitMs).toBeLessThanOrEqual(((owed + 1) * 60_000) / after.perMinute + 1)
        // Raised beyond what was taken, it has room at once.
        const raised = { ...after, burst: times + 2 }
        const roomy = carriedOver({ ...before, fullAtMs: fullAtMs ?? 1_000 }, raised, 1_000)
        expect(take(raised, roomy, 1_000, 0).verdict.allowed).toBe(true)
      }),
    )
  })

  it('is the bucket itself where nothing changed', () => {
    fc.assert(
      fc.property(rule, fc.double({ min: 0, max: 1e6, noNaN: true }), (one, fullAtMs) => {
        expect(carriedOver({ ...one, fullAtMs }, one, 1_000)).toBe(fullAtMs)
      }),
    )
  })
})

describe('a refusal (D56)', () => {
  it('says in whole seconds, at least one, when to come back, and which policy it was', () => {
    expect(
      refusalHeaders({ name: 'default', perMinute: 1_200, burst: 200 }, { allowed: false, remaining: 0, waitMs: 50 }),
    ).toEqual({
      'Retry-After': '1',
      'RateLimit-Policy': '"default";q=200;w=10',
      RateLimit: '"default";r=0;t=1',
    })
  })

  it('never tells a shorter wait than is needed', () => {
    fc.assert(
      fc.property(rule, fc.double({ min: 0.001, max: 60_000, noNaN: true }), (one, waitMs) => {
        const seconds = refusalHeaders(one, { allowed: false, remaining: 0, waitMs })['Retry-After'] ?? ''
        expect(seconds).toMatch(/^[1-9]\d*$/)
        expect(Number(seconds) * 1_000).toBeGreaterThanOrEqual(waitMs)
      }),
    )
  })
})
