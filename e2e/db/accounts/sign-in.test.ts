import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePassword } from '@/lib/accounts/change-password'
import { endSession, endSessions, signOut } from '@/lib/accounts/end-sessions'
import { listSessions } from '@/lib/accounts/list-sessions'
import { loadSession } from '@/lib/accounts/load-session'
import { mailResetLink, resetPassword } from '@/lib/accounts/reset-password'
import { signIn } from '@/lib/accounts/sign-in'
import { OfficeFault } from '@/lib/kernel/office-fault'
import {
  asHolder,
  enrol,
  mailedToken,
  makeUser,
  openWorld,
  outcomeOf,
  race,
  signInAs,
  trailOf,
  type World,
} from './world'

let world: World

beforeAll(async () => {
  world = await openWorld()
})

afterAll(() => world.close())

const wait = async (work: Promise<unknown>): Promise<number> => {
  const error = await work.catch((thrown: unknown) => thrown)
  return error instanceof OfficeFault ? Number(error.values.seconds) : 0
}

const waitIsOver = (email: string) =>
  world.database.sql`update throttles set blocked_until = now() where subject = ${email}`

describe('signing in', () => {
  it('opens a session of 12 hours at the stage that the account is at', async () => {
    const user = await makeUser(world)
    const { token, stage } = await signIn(world.ctx(), {
      email: ` ${user.email.toUpperCase()} `,
      password: user.password,
    })
    expect(stage).toBe('not_enrolled')
    const session = await loadSession(world.ctx({ process: 1 }).db, token.reveal())
    expect(session).toMatchObject({ userId: user.id, stage: 'not_enrolled', email: user.email })
    expect(session?.membership).toMatchObject({ merchantId: user.merchantId })
    const [row] = await world.database
      .sql`select extract(epoch from expires_at - created_at)::int as seconds from sessions where user_id = ${user.id}`
    expect(row?.seconds).toBe(12 * 3600)
    expect(await trailOf(world, user.id)).toEqual(['session.started'])
  })

  it('answers unknown, wrong and disabled alike, after the same hashing (P-02)', async () => {
    const user = await makeUser(world)
    const disabled = await makeUser(world)
    await world.database.sql`update users set disabled_at = now() where id = ${disabled.id}`
    const attempts = [
      { email: 'nobody@shop.example', password: user.password },
      { email: user.email, password: 'another password entirely' },
      { email: disabled.email, password: disabled.password },
    ]
    for (const attempt of attempts) {
      const before = world.hashes.total
      expect(await outcomeOf(signIn(world.ctx(), attempt))).toBe('sign_in_refused')
      expect(world.hashes.total - before).toBe(1)
    }
    expect(await trailOf(world, user.id)).toEqual(['session.started denied'])
    expect(await trailOf(world, disabled.id)).toEqual(['session.started denied'])
  })

  it('keeps an account’s wrong passwords waiting ever longer, whatever their addresses, and takes the right one after the wait (P-01)', async () => {
    const user = await makeUser(world)
    const guess = (n: number) =>
      signIn(world.ctx({ address: `198.51.100.${n}` }), { email: user.email, password: `wrong wrong ${n}` })
    for (let n = 0; n < 5; n++) expect(await outcomeOf(guess(n))).toBe('sign_in_refused')
    const waits: number[] = []
    for (let n = 5; n < 13; n++) {
      waits.push(await wait(guess(n)))
      await waitIsOver(user.email)
      expect(await outcomeOf(guess(n))).toBe('sign_in_refused')
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 900, 900])
    expect(await outcomeOf(signInAs(world.ctx(), user))).toBe('too_many_attempts')
    await waitIsOver(user.email)
    expect(await outcomeOf(signInAs(world.ctx(), user))).toBe('done')
    expect(await outcomeOf(signInAs(world.ctx(), user))).toBe('done')
  })

  it('answers the same waits for an account that does not exist', async () => {
    const guess = () => signIn(world.ctx(), { email: 'ghost@shop.example', password: 'wrong wrong wrong' })
    for (let n = 0; n < 5; n++) expect(await outcomeOf(guess())).toBe('sign_in_refused')
    expect(await wait(guess())).toBe(15)
  })

  it('lets no more guesses through at once than one after another', async () => {
    const user = await makeUser(world)
    const works = Array.from({ length: 40 }, (_, n) => () => {
      const ctx = world.ctx({ process: n % 2 === 0 ? 0 : 1, address: `192.0.2.${n}` })
      return signIn(ctx, { email: user.email, password: `wrong wrong ${n}` })
    })
    expect(await race(works)).toEqual({ sign_in_refused: 5, too_many_attempts: 35 })
  })

  it('counts an address’s failures over all accounts, and a success of its own forgives none of them', async () => {
    const user = await makeUser(world)
    const from = world.ctx({ address: '198.51.100.200' })
    for (let n = 0; n < 29; n++) await outcomeOf(signIn(from, { email: `n${n}@shop.example`, password: 'wrong wrong' }))
    expect(await outcomeOf(signInAs(from, user))).toBe('done')
    expect(await outcomeOf(signIn(from, { email: 'n29@shop.example', password: 'wrong wrong' }))).toBe(
      'sign_in_refused',
    )
    expect(await outcomeOf(signInAs(from, user))).toBe('too_many_attempts')
    expect(await outcomeOf(signInAs(world.ctx(), user))).toBe('done')
  })

  it('counts the addresses of one IPv6 line together: the first 64 bits', async () => {
    const guess = (address: string, n: number) =>
      outcomeOf(signIn(world.ctx({ address }), { email: `v6-${n}@shop.example`, password: 'wrong wrong' }))
    for (let n = 0; n < 30; n++) expect(await guess(`2001:db8:7:1::${n.toString(16)}`, n)).toBe('sign_in_refused')
    expect(await guess('2001:0db8:7:1:ffff:1:2:3', 30)).toBe('too_many_attempts')
    expect(await guess('2001:db8:7:2::1', 30)).toBe('sign_in_refused')
  })

  it('refuses a password of 1 MB before hashing, and verifies a long one in any composition (P-21)', async () => {
    const user = await makeUser(world)
    const before = world.hashes.total
    const huge = { email: user.email, password: 'x'.repeat(1_000_000) }
    expect(await outcomeOf(signIn(world.ctx(), huge))).toBe('sign_in_refused')
    expect(world.hashes.total).toBe(before)
    const long = `${'Corazón de melón '.repeat(6)}ñandú`
    const ctx = await asHolder(world.ctx(), await signInAs(world.ctx(), user))
    await changePassword(ctx, { password: user.password, newPassword: long.normalize('NFC') })
    expect(await outcomeOf(signIn(world.ctx(), { email: user.email, password: long.normalize('NFD') }))).toBe('done')
  })

  it('hashes at most two at a time of a thousand, and tells those who would wait too long (P-23)', async () => {
    world.hashes.most = 0
    const works = Array.from({ length: 1000 }, (_, n) => () => {
      const ctx = world.ctx({ process: n % 2 === 0 ? 0 : 1, address: `2001:db8:0:${n}::1` })
      return signIn(ctx, { email: `flood${n}@shop.example`, password: 'wrong wrong wrong' })
    })
    const { sign_in_refused: refused = 0, busy = 0, ...others } = await race(works)
    expect(others).toEqual({})
    expect(refused + busy).toBe(1000)
    expect(refused).toBeGreaterThan(60)
    expect(world.hashes.most).toBeLessThanOrEqual(2)
  })
})

describe('a session', () => {
  it('has another token after each step, and the one before is dead (P-09)', async () => {
    const user = await makeUser(world)
    const planted = await signInAs(world.ctx(), user)
    const { token } = await signIn(world.ctx(), { email: user.email, password: user.password, previousToken: planted })
    const { db } = world.ctx()
    expect(token.reveal()).not.toBe(planted)
    expect(await loadSession(db, planted)).toBeUndefined()
    const enrolled = await enrol(world, user, token.reveal())
    expect(enrolled.token).not.toBe(token.reveal())
    expect(await loadSession(db, token.reveal())).toBeUndefined()
    expect(await loadSession(db, enrolled.token)).toMatchObject({ stage: 'complete' })
  })

  it.each([
    ['30 idle minutes', `update sessions set last_seen_at = now() - interval '30 minutes 1 second' where user_id = $1`],
    ['12 hours', `update sessions set expires_at = now() where user_id = $1`],
    ['its user is disabled', `update users set disabled_at = now() where id = $1`],
  ])('is dead after %s, on every process (P-10, P-11)', async (_, statement) => {
    const user = await makeUser(world)
    const token = await signInAs(world.ctx(), user)
    await world.database.sql.unsafe(statement, [user.id])
    expect(await loadSession(world.ctx().db, token)).toBeUndefined()
    expect(await loadSession(world.ctx({ process: 1 }).db, token)).toBeUndefined()
  })

  it('lives on by use, and is marked as seen once a minute at most', async () => {
    const user = await makeUser(world)
    const token = await signInAs(world.ctx(), user)
    const age = (interval: string) => world.database.sql`
      update sessions set last_seen_at = now() - ${interval}::interval where user_id = ${user.id}`
    const seenSeconds = async () => {
      const [row] = await world.database
        .sql`select extract(epoch from now() - last_seen_at)::int as seconds from sessions where user_id = ${user.id}`
      return row?.seconds
    }
    await age('29 minutes')
    expect(await loadSession(world.ctx().db, token)).toBeDefined()
    expect(await seenSeconds()).toBeLessThan(45)
    await age('50 seconds')
    expect(await loadSession(world.ctx().db, token)).toBeDefined()
    expect(await seenSeconds()).toBeGreaterThanOrEqual(50)
  })

  it('ends by signing out, from the list, and all at once; on every process at the next request (P-10)', async () => {
    const user = await makeUser(world)
    const tokens = await Promise.all([0, 1, 2, 3].map(() => signInAs(world.ctx(), user)))
    const [first = '', second = '', third = '', fourth = ''] = tokens
    const other = world.ctx({ process: 1 })
    await signOut(world.ctx(), first)
    expect(await loadSession(other.db, first)).toBeUndefined()

    const ctx = await asHolder(world.ctx(), second)
    const listed = await listSessions(ctx)
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ isThisOne }) => isThisOne)).toHaveLength(1)
    expect(listed[0]?.device).toMatchObject({ browser: 'Chrome', system: 'Linux', kind: 'desktop' })
    const { session: thirdSession } = await asHolder(world.ctx(), third)
    await endSession(ctx, { sessionId: thirdSession.sessionId })
    expect(await loadSession(other.db, third)).toBeUndefined()
    expect(await outcomeOf(endSession(ctx, { sessionId: thirdSession.sessionId }))).toBe('not_found')

    expect(await endSessions(ctx, { alsoThisOne: false })).toBe(1)
    expect(await loadSession(other.db, fourth)).toBeUndefined()
    expect(await loadSession(other.db, second)).toBeDefined()
    expect(await endSessions(ctx, { alsoThisOne: true })).toBe(1)
    expect(await loadSession(other.db, second)).toBeUndefined()
  })

  it('of another user cannot be ended', async () => {
    const [user, stranger] = [await makeUser(world), await makeUser(world)]
    const token = await signInAs(world.ctx(), user)
    const { session } = await asHolder(world.ctx(), token)
    const ctx = await asHolder(world.ctx(), await signInAs(world.ctx(), stranger))
    expect(await outcomeOf(endSession(ctx, { sessionId: session.sessionId }))).toBe('not_found')
    expect(await loadSession(world.ctx().db, token)).toBeDefined()
  })

  it('ends when the password changes, but for the one that changed it; a wrong old password changes nothing', async () => {
    const user = await makeUser(world)
    const other = await signInAs(world.ctx(), user)
    const token = await signInAs(world.ctx(), user)
    const ctx = await asHolder(world.ctx(), token)
    const newPassword = 'siete palmas junto al malecón'
    const wrong = changePassword(ctx, { password: 'not the password', newPassword })
    expect(await outcomeOf(wrong)).toBe('password_wrong')
    expect(await loadSession(world.ctx().db, other)).toBeDefined()
    await changePassword(ctx, { password: user.password, newPassword })
    expect(await loadSession(world.ctx({ process: 1 }).db, other)).toBeUndefined()
    expect(await loadSession(world.ctx({ process: 1 }).db, token)).toBeDefined()
    expect(await outcomeOf(signInAs(world.ctx(), user))).toBe('sign_in_refused')
    expect(await trailOf(world, user.id)).toContain('password.changed denied')
  })

  it('is opened by no reset link that was mailed before the password changed', async () => {
    const user = await makeUser(world)
    await mailResetLink(world.ctx(), { email: user.email })
    const token = await mailedToken(world, user.email)
    const ctx = await asHolder(world.ctx(), await signInAs(world.ctx(), user))
    await changePassword(ctx, { password: user.password, newPassword: 'doce faroles sobre el Ozama' })
    const reset = resetPassword(world.ctx(), { token, newPassword: 'trece ventanas al Caribe' })
    expect(await outcomeOf(reset)).toBe('link_invalid')
  })

  it('cannot be opened by a password that was changed while it was being verified', async () => {
    const user = await makeUser(world)
    const ctx = await asHolder(world.ctx(), await signInAs(world.ctx(), user))
    const change = () => changePassword(ctx, { password: user.password, newPassword: 'ocho barcas rumbo a Samaná' })
    await Promise.all([change(), ...[0, 1, 2].map(() => outcomeOf(signInAs(world.ctx({ process: 1 }), user)))])
    const live = await listSessions(ctx)
    expect(live.filter(({ isThisOne }) => !isThisOne)).toEqual([])
  })

  it('reads permissions anew at every request', async () => {
    const user = await makeUser(world, { permissions: ['merchant.team.manage', 'merchant.consumptions.read'] })
    const token = await signInAs(world.ctx(), user)
    const permissions = async () => (await loadSession(world.ctx().db, token))?.membership?.permissions
    expect(await permissions()).toEqual(['merchant.consumptions.read', 'merchant.team.manage'])
    await world.database.sql`update merchant_memberships set permissions = '{}' where user_id = ${user.id}`
    expect(await permissions()).toEqual([])
  })
})
