import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepKnownDevices } from '@/db/queries/offices/known-devices'
import { knownDeviceBounds } from '@/lib/accounts/browser'
import { changePassword } from '@/lib/accounts/change-password'
import { passSecondStep, passStepUp } from '@/lib/accounts/pass-second-step'
import { mailResetLink, resetPassword } from '@/lib/accounts/reset-password'
import { signIn } from '@/lib/accounts/sign-in'
import { canary } from '../../fixtures/canaries'
import {
  asHolder,
  codeOf,
  type Enrolled,
  enrol,
  mailedToken,
  mailsTo,
  makeUser,
  openWorld,
  outcomeOf,
  race,
  signInAs,
  type TestUser,
  type World,
} from './world'

/** Whoever knows an e-mail cannot keep its owner out (issue 10, B2): of a device that they came in by before, strangers use up nothing. */

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(() => world.close())

type Owner = { user: TestUser } & Enrolled

/** A user with both steps, whose browser is known. */
async function newOwner(): Promise<Owner> {
  const user = await makeUser(world)
  return { user, ...(await enrol(world, user)) }
}

const stranger = (n: number) => world.ctx({ address: `198.51.100.${n}` })
const newPassword = canary('ocho barcas rumbo a Samaná')

/** Fails at a password until a stranger has to wait. */
async function holdOff({ email }: TestUser): Promise<void> {
  for (let n = 0; n < 6; n++) await outcomeOf(signIn(stranger(n), { email, password: 'wrong wrong wrong' }))
}

const signInWith = ({ user, device }: Owner, ctx = world.ctx()) =>
  outcomeOf(signIn(ctx, { email: user.email, password: user.password, device }))

const passWith = async ({ user, device, secret }: Owner): Promise<string> => {
  const pending = await asHolder(world.ctx(), await signInAs(world.ctx(), user, device))
  const passed = await passSecondStep(pending, { code: codeOf(world, secret), device })
  world.pass(60)
  return canary(passed.device.reveal())
}

const devicesOf = async ({ email }: TestUser): Promise<number> =>
  (await world.database.sql`select from known_devices where email = ${email}`).length

describe('while strangers fail at an account', () => {
  it('its owner signs in by a device of theirs, and nobody does without one', async () => {
    const owner = await newOwner()
    await holdOff(owner.user)
    expect(await outcomeOf(signInAs(world.ctx(), owner.user))).toBe('too_many_attempts')
    expect(await signInWith(owner)).toBe('done')
    // What the strangers failed at is not forgiven by it.
    expect(await outcomeOf(signInAs(world.ctx(), owner.user))).toBe('too_many_attempts')
  })

  it('from the owner’s own address, whose failures hold off no device of theirs either', async () => {
    const owner = await newOwner()
    const here = world.ctx({ address: '198.51.100.201' })
    for (let n = 0; n < 30; n++)
      await outcomeOf(signIn(here, { email: `n${n}@shop.example`, password: 'wrong wrong wrong' }))
    expect(await outcomeOf(signInAs(here, owner.user))).toBe('too_many_attempts')
    expect(await signInWith(owner, here)).toBe('done')
  })

  it('its owner, signed in, changes their password', async () => {
    const owner = await newOwner()
    await holdOff(owner.user)
    const mine = await asHolder(world.ctx(), owner.token)
    const change = { password: owner.user.password, newPassword, device: owner.device }
    expect(await outcomeOf(changePassword(mine, change))).toBe('done')
    expect(await signInWith({ ...owner, user: { ...owner.user, password: newPassword } })).toBe('done')
  })

  it('its owner comes in on a new device by the reset that is mailed to them', async () => {
    const owner = await newOwner()
    const { user } = owner
    await mailResetLink(world.ctx(), { email: user.email })
    const token = await mailedToken(world, user.email)
    const { device } = await resetPassword(world.ctx(), { token, newPassword })
    await holdOff(user)
    const there = { ...owner, user: { ...user, password: newPassword }, device: canary(device.reveal()) }
    expect(await outcomeOf(signInAs(world.ctx(), there.user))).toBe('too_many_attempts')
    expect(await signInWith(there)).toBe('done')
  })
})

describe('while somebody who has the password fails at the codes', () => {
  const failAtCodes = async ({ user }: Owner) => {
    const thief = await asHolder(stranger(9), await signInAs(stranger(9), user))
    for (let n = 0; n < 6; n++) await outcomeOf(passSecondStep(thief, { code: 'not a code' }))
    return thief
  }

  it('the owner passes the second step by their device, and steps up in their session', async () => {
    const owner = await newOwner()
    const mine = await asHolder(world.ctx(), owner.token)
    const thief = await failAtCodes(owner)
    expect(await outcomeOf(passStepUp(mine, { code: codeOf(world, owner.secret) }))).toBe('done')
    world.pass(60)
    const code = codeOf(world, owner.secret)
    expect(await outcomeOf(passSecondStep(thief, { code }))).toBe('too_many_attempts')
    await passWith(owner)
  })

  it('a device that is known for the first step alone does not help them at the second', async () => {
    const owner = await newOwner()
    await mailResetLink(world.ctx(), { email: owner.user.email })
    const token = await mailedToken(world, owner.user.email)
    const { device } = await resetPassword(world.ctx(), { token, newPassword })
    const user = { ...owner.user, password: newPassword }
    const pending = await asHolder(world.ctx(), await signInAs(world.ctx(), user, device.reveal()))
    for (let n = 0; n < 5; n++)
      await outcomeOf(passSecondStep(pending, { code: 'not a code', device: device.reveal() }))
    const [row] = await world.database.sql`
      select failures from throttles where scope = 'second_step_account' and subject = ${String(user.id)}`
    expect(row?.failures).toBe(5)
  })
})

describe('while strangers ask for resets', () => {
  it('the owner is mailed theirs by a device of theirs, and the mailbox is not flooded', async () => {
    const { user, device } = await newOwner()
    const resets = async () => (await mailsTo(world, user.email)).filter((kind) => kind === 'password_reset').length
    for (let n = 0; n < 10; n++) await mailResetLink(stranger(n), { email: user.email })
    expect(await resets()).toBe(3)
    for (let n = 0; n < 5; n++) await mailResetLink(world.ctx(), { email: user.email, device })
    expect(await resets()).toBe(6)
  })

  it('from the owner’s own address, the owner is mailed theirs too', async () => {
    const { user, device } = await newOwner()
    const ctx = world.ctx({ address: '198.51.100.202' })
    await world.database.sql`insert into throttles (scope, subject, failures, last_failure_at, blocked_until)
      values ('password_reset_address', '198.51.100.202', 25, now(), now() + interval '1 hour')`
    expect(await outcomeOf(mailResetLink(ctx, { email: user.email }))).toBe('too_many_attempts')
    expect(await outcomeOf(mailResetLink(ctx, { email: user.email, device }))).toBe('done')
    expect(await mailsTo(world, user.email)).toContain('password_reset')
  })
})

describe('a known device', () => {
  it('has as many attempts as an account, and then waits by itself', async () => {
    const owner = await newOwner()
    const guess = () =>
      outcomeOf(signIn(world.ctx(), { email: owner.user.email, password: 'wrong wrong', device: owner.device }))
    for (let n = 0; n < 5; n++) expect(await guess()).toBe('sign_in_refused')
    expect(await guess()).toBe('too_many_attempts')
    expect(await signInWith(owner)).toBe('too_many_attempts')
    expect(await outcomeOf(signInAs(world.ctx(), owner.user))).toBe('done')
  })

  it('lets no more guesses through at once than one after another', async () => {
    const owner = await newOwner()
    const works = Array.from({ length: 40 }, (_, n) => () => {
      const ctx = world.ctx({ process: n % 2 === 0 ? 0 : 1, address: `192.0.2.${n}` })
      return signIn(ctx, { email: owner.user.email, password: `wrong wrong ${n}`, device: owner.device })
    })
    expect(await race(works)).toEqual({ sign_in_refused: 5, too_many_attempts: 35 })
  })

  it('is a stranger’s at any other account', async () => {
    const [owner, other] = [await newOwner(), await newOwner()]
    await holdOff(other.user)
    expect(await signInWith({ ...other, device: owner.device })).toBe('too_many_attempts')
    for (const device of ['x'.repeat(43), '', `${owner.device}'`]) {
      expect(await signInWith({ ...other, device })).toBe('too_many_attempts')
    }
  })

  it('changes its token at each sign-in: a copy of the cookie is a stranger’s then', async () => {
    const owner = await newOwner()
    const before = await devicesOf(owner.user)
    const device = await passWith(owner)
    expect(device).not.toBe(owner.device)
    await holdOff(owner.user)
    expect(await signInWith(owner)).toBe('too_many_attempts')
    expect(await signInWith({ ...owner, device })).toBe('done')
    expect(await devicesOf(owner.user)).toBe(before)
  })

  it('is known to each of several people who use it', async () => {
    const ana = await newOwner()
    const luis = await newOwner()
    const device = await passWith({ ...luis, device: ana.device })
    for (const one of [ana, luis]) {
      await holdOff(one.user)
      expect(await signInWith({ ...one, device })).toBe('done')
    }
  })

  it('is one of ten: the ones that were used last', async () => {
    const owner = await newOwner()
    const { sql } = world.database
    await sql`update known_devices set last_used_at = now() - interval '1 hour' where email = ${owner.user.email}`
    const others: string[] = []
    for (let n = 0; n < 10; n++) {
      const pending = await asHolder(world.ctx(), await signInAs(world.ctx(), owner.user))
      others.push((await passSecondStep(pending, { code: codeOf(world, owner.secret) })).device.reveal())
      world.pass(60)
    }
    expect(await devicesOf(owner.user)).toBe(10)
    await holdOff(owner.user)
    expect(await signInWith(owner)).toBe('too_many_attempts')
    for (const device of others) expect(await signInWith({ ...owner, device: canary(device) })).toBe('done')
    // One more of two that were remembered at the same moment counts for nothing.
    await sql`insert into known_devices (purpose, email, token_hash, second_step)
      values ('office', ${owner.user.email}, sha256('another'), true)`
    expect(await signInWith({ ...owner, device: others[0] ?? '' })).toBe('too_many_attempts')
    expect(await signInWith({ ...owner, device: others[1] ?? '' })).toBe('done')
  })

  it('is forgotten by a change of the password elsewhere, by a reset, and after a year without use', async () => {
    const ends: Record<string, (owner: Owner) => Promise<unknown>> = {
      change: async ({ user, token }) =>
        changePassword(await asHolder(world.ctx(), token), { password: user.password, newPassword }),
      reset: async ({ user }) => {
        await mailResetLink(world.ctx(), { email: user.email })
        await resetPassword(world.ctx(), { token: await mailedToken(world, user.email), newPassword })
      },
      year: ({ user }) =>
        world.database
          .sql`update known_devices set last_used_at = now() - interval '365 days' where email = ${user.email}`,
    }
    for (const [why, end] of Object.entries(ends)) {
      const owner = await newOwner()
      await end(owner)
      const user = why === 'year' ? owner.user : { ...owner.user, password: newPassword }
      await holdOff(user)
      expect(await signInWith({ ...owner, user }), why).toBe('too_many_attempts')
    }
    await sweepKnownDevices(world.ctx().db, knownDeviceBounds)
    const old = await world.database.sql`select from known_devices where last_used_at < now() - interval '364 days'`
    expect(old).toHaveLength(0)
  })

  it('is kept as a hash alone, and opens nothing by itself', async () => {
    const owner = await newOwner()
    const rows = await world.database.sql<{ text: string }[]>`select t::text as text from known_devices t`
    expect(rows.map(({ text }) => text).join()).not.toContain(owner.device)
    const email = owner.user.email
    const refused = signIn(world.ctx(), { email, password: 'wrong wrong wrong', device: owner.device })
    expect(await outcomeOf(refused)).toBe('sign_in_refused')
  })
})
