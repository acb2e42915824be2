import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passSecondStep } from '@/lib/accounts/pass-second-step'
import { mailResetLink } from '@/lib/accounts/reset-password'
import { signIn } from '@/lib/accounts/sign-in'
import { takeAttempt } from '@/lib/accounts/take-attempt'
import { type Throttle, type ThrottleScope, throttles } from '@/lib/accounts/throttle'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { asHolder, enrol, mailsTo, makeUser, openWorld, signInAs, type World } from './world'

/** How often can be guessed in a day, by whoever has any number of addresses, or a device of somebody's (ADR-0021). */

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(() => world.close())

const day = 86_400

/** How many attempts a throttle lets through in so many seconds from the first, when each comes as soon as it may. */
function mostIn({ free, firstWaitSeconds, longestWaitSeconds }: Throttle, seconds: number): number {
  let attempts = free
  for (let at = 0, wait = firstWaitSeconds; at + wait <= seconds; wait = Math.min(2 * wait, longestWaitSeconds)) {
    at += wait
    attempts += 1
  }
  return attempts
}

/** Moves the throttles back in time, as if so many seconds had passed. */
const passed = (seconds: number) => world.database.sql`
  update throttles set last_failure_at = last_failure_at - ${seconds}::int * interval '1 second',
    blocked_until = blocked_until - ${seconds}::int * interval '1 second'`

/** The time of a simulation, in seconds: what was skipped, and what really went by meanwhile. */
function clock() {
  const startedAt = performance.now()
  let skipped = 0
  return {
    now: () => skipped + (performance.now() - startedAt) / 1000,
    skip: async (seconds: number) => {
      skipped += seconds
      await passed(seconds)
    },
  }
}

/** The seconds that an attempt has to wait; 0 when it was let through, and failed. */
async function waitOf(attempt: Promise<unknown>): Promise<number> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof OfficeFault)) throw error ?? new Error('a guess was right')
  return error.code === 'too_many_attempts' ? Number(error.values.seconds) : 0
}

/** How many attempts are let through from one moment to the end of a span, each as soon as it may; no more than a thousand are made. */
async function spend(span: number, attempt: (n: number) => Promise<unknown>): Promise<number> {
  const time = clock()
  let through = 0
  while (through < 1_000) {
    const wait = await waitOf(attempt(through))
    if (wait === 0) through += 1
    else if (time.now() + wait > span) return through
    else await time.skip(wait)
  }
  return through
}

const guess = (email: string, from: { address: string; device?: string }) =>
  signIn(world.ctx({ address: from.address }), { email, password: 'wrong wrong wrong', device: from.device })

const addressOf = (n: number) => `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`

describe('in the first day', () => {
  it('the throttles let through what ADR-0021 says', () => {
    const most = Object.fromEntries(
      Object.entries(throttles).map(([scope, throttle]) => [scope, mostIn(throttle, day)]),
    )
    expect(most).toMatchObject({
      sign_in_account: 105,
      sign_in_device: 105,
      sign_in_address: 130,
      signed_in_password: 105,
      second_step_account: 34,
      second_step_device: 34,
      signed_in_code: 34,
      password_reset_account: 29,
      password_reset_device: 29,
      benefits_link_email: 29,
      benefits_link_device: 29,
    })
  })

  it('an account takes 105 guesses at its password, however many addresses they come from, and 96 in the next', async () => {
    const { email } = await makeUser(world)
    // A new address for each attempt: what is counted by address never holds this guesser off.
    let address = 0
    const attempt = () => guess(email, { address: addressOf(address++) })
    expect(await spend(day, attempt)).toBe(105)
    await passed(900)
    const next = () => takeAttempt(world.ctx().db, 'sign_in_account', email).then(refused)
    expect(await spend(day, next)).toBeLessThanOrEqual(97)
  })

  it('a device of its user takes as many more, and no more with any number of addresses', async () => {
    const user = await makeUser(world)
    const { device } = await enrol(world, user)
    let address = 10_000
    expect(await spend(day, () => guess(user.email, { address: addressOf(address++), device }))).toBe(105)
    const [row] = await world.database.sql`select failures from throttles where scope = 'sign_in_account'
      and subject = ${user.email}`
    expect(row).toBeUndefined()
  })

  it('an address takes 130 guesses over all accounts', async () => {
    const address = '198.51.100.44'
    const attempt = (n: number) => guess(`spray${n}@shop.example`, { address })
    expect(await spend(day, attempt)).toBe(130)
  })

  it('an account takes 34 codes from whoever has its password', async () => {
    const user = await makeUser(world)
    await enrol(world, user)
    const pending = await asHolder(world.ctx(), await signInAs(world.ctx(), user))
    expect(await spend(day, () => passSecondStep(pending, { code: 'not a code' }))).toBe(34)
  })

  it('a mailbox gets 29 links that strangers asked for', async () => {
    const user = await makeUser(world)
    const scope: ThrottleScope = 'password_reset_account'
    expect(await spend(day, () => takeAttempt(world.ctx().db, scope, user.email).then(refused))).toBe(29)
    await mailResetLink(world.ctx(), { email: user.email })
    expect(await mailsTo(world, user.email)).toEqual([])
  })
})

/** An attempt that counts, as if it had failed. */
const refused = () => {
  throw new OfficeFault('sign_in_refused')
}

describe('whatever a guesser does', () => {
  beforeEach(async () => {
    await world.database.sql`delete from throttles`
  })

  const step = fc.record({
    address: fc.integer({ min: 0, max: 5 }),
    device: fc.constantFrom(undefined, 0, 1),
    at: fc.integer({ min: 0, max: 2 }),
    together: fc.integer({ min: 1, max: 4 }),
    pause: fc.constantFrom(0, 0, 15, 60, 300, 900),
  })

  it('an account, a device and an address each let through no more than their own', async () => {
    const users = [await makeUser(world), await makeUser(world), await makeUser(world)]
    const owners = users.slice(0, 2)
    const devices = await Promise.all(owners.map(async (user) => (await enrol(world, user)).device))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
        await world.database.sql`delete from throttles`
        const time = clock()
        const passedBy: Record<string, number> = {}
        for (const { address, device, at, together, pause } of steps) {
          const user = users[at]
          if (!user) throw new Error('there are three')
          const presented = device === undefined ? undefined : devices[device]
          const isTheirs = device === at
          const from = { address: `192.0.2.${address}`, ...(presented === undefined ? {} : { device: presented }) }
          const waits = await Promise.all(Array.from({ length: together }, () => waitOf(guess(user.email, from))))
          const through = waits.filter((wait) => wait === 0).length
          const counters = isTheirs ? [`sign_in_device ${at}`] : [`sign_in_account ${at}`, `sign_in_address ${address}`]
          for (const counter of counters) passedBy[counter] = (passedBy[counter] ?? 0) + through
          if (pause > 0) await time.skip(pause)
          for (const [counter, count] of Object.entries(passedBy)) {
            const scope = counter.split(' ')[0] as ThrottleScope
            expect(count, counter).toBeLessThanOrEqual(mostIn(throttles[scope], time.now()))
          }
        }
      }),
      { numRuns: 8 },
    )
  })
})
