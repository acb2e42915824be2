import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replaceSession } from '@/db/queries/offices/sessions'
import { findUser } from '@/db/queries/offices/users'
import { withCode } from '@/lib/accounts/check-code'
import { disableTwoStep } from '@/lib/accounts/disable-two-step'
import { endSessions } from '@/lib/accounts/end-sessions'
import { beginTwoStep, confirmTwoStep } from '@/lib/accounts/enrol-two-step'
import { loadSession } from '@/lib/accounts/load-session'
import { passSecondStep, passStepUp } from '@/lib/accounts/pass-second-step'
import { countRecoveryCodes, renewRecoveryCodes } from '@/lib/accounts/renew-recovery-codes'
import { mailResetLink, resetPassword } from '@/lib/accounts/reset-password'
import { mintSessionToken, needsStepUp } from '@/lib/accounts/session'
import { openSession } from '@/lib/accounts/sign-in'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { canary } from '../../fixtures/canaries'
import { eventually } from '../../fixtures/eventually'
import { lockWaits } from '../../fixtures/lock-waits'
import {
  asHolder,
  codeOf,
  enrol,
  mailedToken,
  mailsTo,
  makeUser,
  openWorld,
  outcomeOf,
  race,
  signInAs,
  signInFully,
  type TestUser,
  trailOf,
  type World,
} from './world'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(() => world.close())

const wrongCode = (world: World, secret: string) => (codeOf(world, secret) === '000000' ? '111111' : '000000')

const pending = async (user: Parameters<typeof signInAs>[1], process: 0 | 1 = 0) =>
  asHolder(world.ctx({ process }), await signInAs(world.ctx({ process }), user))

/** Twenty sessions of one user whose password is known to be right, half of them on each process. To verify it twenty times is argon2's work alone. */
async function twentyPending(user: TestUser) {
  const record = await findUser(world.ctx().db, user.id)
  if (!record) throw new Error('they were made')
  return Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const ctx = world.ctx({ process: n % 2 === 0 ? 0 : 1 })
      const { token } = await openSession(ctx, record, {})
      return asHolder(ctx, canary(token.reveal()))
    }),
  )
}

describe('enrolling', () => {
  it('asks for the password, takes the first code, ends the other sessions and gives ten recovery codes once', async () => {
    const user = await makeUser(world)
    const elsewhere = await signInAs(world.ctx(), user)
    const ctx = await pending(user)
    expect(await outcomeOf(beginTwoStep(ctx, { password: 'not the password', code: '' }))).toBe('password_wrong')
    const { secret, uri } = await beginTwoStep(ctx, { password: user.password, code: '' })
    expect(uri).toContain(`secret=${secret}`)
    expect(await outcomeOf(confirmTwoStep(ctx, { code: wrongCode(world, secret) }))).toBe('code_wrong')
    const { token, recoveryCodes } = await confirmTwoStep(ctx, { code: codeOf(world, secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    expect(await loadSession(world.ctx().db, token.reveal())).toMatchObject({ stage: 'complete' })
    expect(await loadSession(world.ctx().db, elsewhere)).toBeUndefined()
    expect(await mailsTo(world, user.email)).toEqual(['two_step_enabled'])
    expect(await trailOf(world, user.id)).toContain('two_step.enabled')
  })

  it('does not take the code that confirmed it a second time', async () => {
    const user = await makeUser(world)
    const { secret } = await enrol(world, user)
    world.pass(-60)
    expect(await outcomeOf(passSecondStep(await pending(user), { code: codeOf(world, secret) }))).toBe('code_used')
    world.pass(60)
  })

  it('keeps the secret sealed, for that user alone, and the codes hashed', async () => {
    const [user, other] = [await makeUser(world), await makeUser(world)]
    const { secret, recoveryCodes } = await enrol(world, user)
    const { sql } = world.database
    await sql`update users set totp_secret = (select totp_secret from users where id = ${user.id}), totp_enrolled_at = now()
      where id = ${other.id}`
    await expect(passSecondStep(await pending(other), { code: codeOf(world, secret) })).rejects.toThrow()
    const rows = await sql`select encode(totp_secret, 'escape') as sealed from users where id = ${user.id}`
    expect(JSON.stringify(rows)).not.toContain(secret)
    const hashes = await sql`select code_hash from recovery_codes where user_id = ${user.id}`
    expect(hashes).toHaveLength(10)
    for (const code of recoveryCodes) expect(JSON.stringify(hashes)).not.toContain(code.slice(5))
  })

  it('again, or ending it, asks for the password and a current code: a live session is not enough (P-12)', async () => {
    const user = await makeUser(world)
    const { secret, token } = await enrol(world, user)
    const ctx = await asHolder(world.ctx(), token)
    const code = () => codeOf(world, secret)
    const { password } = user
    for (const verb of [beginTwoStep, disableTwoStep]) {
      expect(await outcomeOf(verb(ctx, { password: 'not the password', code: code() }))).toBe('password_wrong')
      expect(await outcomeOf(verb(ctx, { password, code: wrongCode(world, secret) }))).toBe('code_wrong')
      expect(await outcomeOf(verb(ctx, { password, code: '' }))).toBe('code_wrong')
    }
    expect(await outcomeOf(confirmTwoStep(ctx, { code: code() }))).toBe('setup_outdated')
    await world.database.sql`delete from throttles where subject = ${String(user.id)}`

    const setup = await beginTwoStep(ctx, { password, code: code() })
    world.pass(60)
    // The old one counts until the new one is confirmed.
    expect(await outcomeOf(passSecondStep(await pending(user), { code: code() }))).toBe('done')
    world.pass(60)
    const confirmed = await confirmTwoStep(ctx, { code: codeOf(world, setup.secret) })
    world.pass(60)
    expect(await outcomeOf(passSecondStep(await pending(user), { code: code() }))).toBe('code_wrong')
    const other = await signInFully(world, user, setup.secret)

    const mine = await asHolder(world.ctx(), confirmed.token.reveal())
    await disableTwoStep(mine, { password, code: codeOf(world, setup.secret) })
    world.pass(60)
    expect(await loadSession(world.ctx().db, other)).toBeUndefined()
    expect(await loadSession(world.ctx().db, confirmed.token.reveal())).toMatchObject({ stage: 'not_enrolled' })
    expect(await countRecoveryCodes(mine)).toBe(0)
    expect(await mailsTo(world, user.email)).toEqual(['two_step_enabled', 'two_step_replaced', 'two_step_disabled'])
  })
})

describe('a code', () => {
  it('works once, one after the other and twenty at once on two processes (P-04)', async () => {
    const user = await makeUser(world)
    const { secret } = await enrol(world, user)
    const code = codeOf(world, secret)
    expect(await outcomeOf(passSecondStep(await pending(user), { code }))).toBe('done')
    expect(await outcomeOf(passSecondStep(await pending(user), { code }))).toBe('code_used')
    for (let round = 0; round < 10; round++) {
      world.pass(60)
      await world.database.sql`delete from throttles`
      const contexts = await twentyPending(user)
      const fresh = codeOf(world, secret)
      const { done, ...others } = await race(contexts.map((ctx) => () => passSecondStep(ctx, { code: fresh })))
      expect(done).toBe(1)
      expect(Object.keys(others).filter((kind) => !['code_used', 'too_many_attempts'].includes(kind))).toEqual([])
    }
  })

  it('counts one step before and one after its own, and none beyond (P-05)', async () => {
    const user = await makeUser(world)
    const { secret } = await enrol(world, user)
    const now = () => Math.floor(world.ctx().now().getTime() / 1000)
    const given: Record<number, string> = {}
    for (const steps of [-2, 2, -1, 0, 1]) {
      const code = generateSync({ secret, epoch: now() + steps * 30 })
      given[steps] = await outcomeOf(passSecondStep(await pending(user), { code }))
    }
    expect(given).toEqual({ [-2]: 'code_wrong', 2: 'code_wrong', [-1]: 'done', 0: 'done', 1: 'done' })
  })

  it('may be wrong five times, then waits grow (P-05)', async () => {
    const user = await makeUser(world)
    const { secret } = await enrol(world, user)
    const ctx = await pending(user)
    const guess = () => passSecondStep(ctx, { code: wrongCode(world, secret) })
    for (let n = 0; n < 5; n++) expect(await outcomeOf(guess())).toBe('code_wrong')
    const waits: number[] = []
    for (let n = 0; n < 15; n++) {
      const error = await guess().catch((thrown: unknown) => thrown)
      waits.push(error instanceof OfficeFault ? Number(error.values.seconds) : 0)
      await world.database.sql`update throttles set blocked_until = now() where subject = ${String(user.id)}`
      expect(await outcomeOf(guess())).toBe('code_wrong')
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, ...Array<number>(8).fill(3600)])
    expect(await outcomeOf(passSecondStep(ctx, { code: codeOf(world, secret) }))).toBe('too_many_attempts')
    await world.database.sql`update throttles set blocked_until = now() where subject = ${String(user.id)}`
    expect(
      await outcomeOf(
        passSecondStep(ctx, { code: ` ${codeOf(world, secret).slice(0, 3)} ${codeOf(world, secret).slice(3)}` }),
      ),
    ).toBe('done')
    expect(
      (await trailOf(world, user.id)).filter((event) => event === 'session.second_step_passed denied'),
    ).toHaveLength(20)
  })

  it('given for a step-up renews the session for five minutes; a recovery code does not do', async () => {
    const user = await makeUser(world)
    const { secret, token, recoveryCodes } = await enrol(world, user)
    await world.database
      .sql`update sessions set second_step_at = now() - interval '301 seconds' where user_id = ${user.id}`
    const ctx = await asHolder(world.ctx(), token)
    expect(needsStepUp(ctx.session)).toBe(true)
    expect(await outcomeOf(passStepUp(ctx, { code: recoveryCodes[0] ?? '' }))).toBe('code_wrong')
    await passStepUp(ctx, { code: codeOf(world, secret) })
    world.pass(60)
    const { session } = await asHolder(world.ctx({ process: 1 }), token)
    expect(needsStepUp(session)).toBe(false)
    expect(await trailOf(world, user.id)).toContain('session.step_up_passed')
  })

  it('opens nothing in a session that ended meanwhile, and is not used up by it', async () => {
    const user = await makeUser(world)
    const { secret } = await enrol(world, user)
    const ctx = await pending(user)
    await world.database
      .sql`update sessions set ended_at = now(), end_reason = 'signed_out' where id = ${ctx.user.sessionId}`
    const code = codeOf(world, secret)
    expect(await outcomeOf(passSecondStep(ctx, { code }))).toBe('session_ended')
    expect(await outcomeOf(passSecondStep(await pending(user), { code }))).toBe('done')
  })
})

describe('a recovery code', () => {
  it('works once, however it is typed, also of twenty at once; it is told by mail and in the trail (P-06)', async () => {
    const user = await makeUser(world)
    const { recoveryCodes } = await enrol(world, user)
    const [first = '', second = ''] = recoveryCodes
    const typed = ` ${first.toLowerCase().replaceAll('-', ' ')} `
    expect(await outcomeOf(passSecondStep(await pending(user), { code: typed }))).toBe('done')
    expect(await outcomeOf(passSecondStep(await pending(user), { code: first }))).toBe('code_wrong')
    const contexts = await twentyPending(user)
    await world.database.sql`delete from throttles`
    const { done, ...others } = await race(contexts.map((ctx) => () => passSecondStep(ctx, { code: second })))
    expect(done).toBe(1)
    const allowed = ['code_used', 'code_wrong', 'too_many_attempts']
    expect(Object.keys(others).filter((kind) => !allowed.includes(kind))).toEqual([])
    expect(await mailsTo(world, user.email)).toEqual(['two_step_enabled', 'recovery_code_used', 'recovery_code_used'])
    expect((await trailOf(world, user.id)).filter((event) => event === 'recovery_code.used')).toHaveLength(2)
  })

  it('of an older set is dead after a renewal, which asks for a code of the authenticator (P-06)', async () => {
    const user = await makeUser(world)
    const { secret, token, recoveryCodes } = await enrol(world, user)
    const ctx = await asHolder(world.ctx(), token)
    const [old = ''] = recoveryCodes
    expect(await outcomeOf(renewRecoveryCodes(ctx, { code: old }))).toBe('code_wrong')
    const renewed = await renewRecoveryCodes(ctx, { code: codeOf(world, secret) })
    world.pass(60)
    expect(renewed.recoveryCodes).toHaveLength(10)
    expect(await countRecoveryCodes(ctx)).toBe(10)
    expect(await outcomeOf(passSecondStep(await pending(user), { code: old }))).toBe('code_wrong')
    const code = renewed.recoveryCodes[0] ?? ''
    expect(await outcomeOf(passSecondStep(await pending(user), { code }))).toBe('done')
    expect(await countRecoveryCodes(ctx)).toBe(9)
  })

  it('opens no session that outlives the end of all of them at the same moment', async () => {
    const ends = [
      async (user: TestUser) => {
        await mailResetLink(world.ctx({ process: 1 }), { email: user.email })
        const token = await mailedToken(world, user.email)
        return () => resetPassword(world.ctx({ process: 1 }), { token, newPassword: 'once ceibas en el patio' })
      },
      async (user: TestUser) => {
        const elsewhere = await pending(user, 1)
        return () => endSessions(elsewhere, { alsoThisOne: false })
      },
    ]
    for (const prepare of ends) {
      const user = await makeUser(world)
      const { recoveryCodes } = await enrol(world, user)
      const end = await prepare(user)
      const ctx = await pending(user)
      const record = await findUser(ctx.db, user.id)
      if (!record) throw new Error('no such user')
      const { token, tokenHash } = mintSessionToken()
      let ending: Promise<unknown> = Promise.resolve()
      const attempt = 'session.second_step_passed'
      await withCode(ctx, record, { code: recoveryCodes[0] ?? '', attempt }, async (tx) => {
        expect(await replaceSession(tx, ctx.user.sessionId, tokenHash)).toBeDefined()
        ending = end()
        await eventually(async () => expect(await waitingForLocks()).toBe(1))
      })
      await ending
      expect(await loadSession(ctx.db, token.reveal())).toBeUndefined()
    }
  })
})

const waitingForLocks = (): Promise<number> => lockWaits(world.database.sql, { program: 'aliado office' })
