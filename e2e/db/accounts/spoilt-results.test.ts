import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOfficeDatabase } from '@/db/office'
import { acceptAsNewUser, findInvitation } from '@/lib/accounts/accept-invitation'
import { changePassword } from '@/lib/accounts/change-password'
import { inviteMember } from '@/lib/accounts/invite-member'
import { loadSession } from '@/lib/accounts/load-session'
import { passSecondStep } from '@/lib/accounts/pass-second-step'
import { findReset, mailResetLink, resetPassword } from '@/lib/accounts/reset-password'
import { signIn } from '@/lib/accounts/sign-in'
import type { AccountContext } from '@/lib/context'
import { Fault } from '@/lib/kernel/fault'
import { canary } from '../../fixtures/canaries'
import { Spoiler } from '../../fixtures/spoiler'
import { asHolder, asMember, codeOf, enrol, mailedToken, makeUser, openWorld, signInAs, type World } from './world'

/**
 * What an office reads before its answer begins with a place without a row, as postgres.js 3.4.9 gave it after an error behind a row:
 * nobody is signed out by it, refused, or told that a link does not work, and what was not read is not written on.
 */

let world: World
let office: ReturnType<typeof openOfficeDatabase>
const spoiler = new Spoiler()

beforeAll(async () => {
  world = await openWorld()
  office = openOfficeDatabase(world.database.databaseUrl, { poolMax: 5 })
})

afterAll(async () => {
  await office?.sql.end({ timeout: 5 })
  await world?.close()
})

/** The context of an office whose results can be spoilt. */
const ctx = (): AccountContext => ({ ...world.ctx(), db: spoiler.office(office) })

/** Does it with a hole before the rows of those statements: it must fail as what passes, as no refusal and as no bug. */
async function expectUnread(statements: RegExp, work: () => Promise<unknown>): Promise<void> {
  const failed = await spoiler.around(statements, 'hole', () =>
    work().then(
      () => undefined,
      (error: unknown) => error,
    ),
  )
  expect(failed).toBeInstanceOf(Fault)
  expect(failed).toMatchObject({ code: 'service_unavailable', cause: { name: 'UnreadableResult' } })
}

const sessionsOf = async (userId: number) => {
  const rows = await world.database.sql`select id, ended_at from sessions where user_id = ${userId} order by id`
  return rows.map((row) => row.ended_at === null)
}

const sessionRead = /"totp_enrolled_at" is not null/
const newPassword = canary('cuatro garzas cruzan el río')

describe('a row that was not read', () => {
  it('signs nobody out', async () => {
    const user = await makeUser(world)
    const token = await signInAs(ctx(), user)
    await expectUnread(sessionRead, () => loadSession(ctx().db, token))
    expect(await loadSession(ctx().db, token)).toMatchObject({ userId: user.id })
    expect(await sessionsOf(user.id)).toEqual([true])
  })

  it.each([
    ['the count of attempts', /insert into "throttles"/],
    ['the user', /from "users" where "users"."email" = /],
    ['the account that is held', /for share/],
    ['the new session', /insert into "sessions"/],
  ])('refuses no right password: %s', async (_, statements) => {
    const user = await makeUser(world)
    const enter = () => signIn(ctx(), { email: user.email, password: user.password })
    await expectUnread(statements, enter)
    expect(await sessionsOf(user.id)).toEqual([])
    expect(await enter()).toMatchObject({ stage: 'not_enrolled' })
  })

  it('keeps nobody waiting but for a wait that was read', async () => {
    const user = await makeUser(world)
    // Behind a proxy that does not tell addresses: the account alone is counted.
    const unknown = { ...ctx(), origin: { ...ctx().origin, address: null } }
    const enter = () => signIn(unknown, { email: user.email, password: user.password })
    // Counted, and no row that says so: that is no wait.
    await expect(spoiler.around(/insert into "throttles"/, 'nothing', enter)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    await world.database
      .sql`update throttles set blocked_until = now() + interval '1 hour' where subject = ${user.email}`
    await expectUnread(/"blocked_until" - clock_timestamp/, enter)
    await expect(enter()).rejects.toMatchObject({ code: 'too_many_attempts' })
    await world.database.sql`update throttles set blocked_until = now() where subject = ${user.email}`
    expect(await enter()).toMatchObject({ stage: 'not_enrolled' })
  })

  it.each([
    ['the link', /from "password_resets"/],
    ['that it is used up', /update "password_resets" set "used_at" = now\(\) where \("password_resets"."id"/],
    ['the new password', /update "users" set "password_hash"/],
  ])('makes no link to a new password invalid: %s', async (_, statements) => {
    const user = await makeUser(world)
    const session = await signInAs(ctx(), user)
    await mailResetLink(ctx(), { email: user.email })
    const token = await mailedToken(world, user.email)
    const reset = () => resetPassword(ctx(), { token, newPassword })
    await expectUnread(statements, reset)
    expect(await findReset(ctx(), token)).toMatchObject({ userId: user.id })
    expect(await loadSession(ctx().db, session)).toBeDefined()
    await reset()
    expect(await loadSession(ctx().db, session)).toBeUndefined()
  })

  it.each([
    ['the link', /from "invitations"/],
    ['that it is used up', /update "invitations" set "accepted_at"/],
    ['the new account', /insert into "users"/],
    ['what they may there already', /from "merchant_memberships" inner join "merchants"/],
  ])('makes no invitation invalid, and nobody a member by half: %s', async (_, statements) => {
    const host = await makeUser(world)
    const { token: hostToken } = await enrol(world, host)
    const email = `nueva-${Math.random().toString(36).slice(2)}@shop.example`
    await inviteMember(asMember(await asHolder(ctx(), hostToken)), { email, permissions: ['merchant.catalog.manage'] })
    const token = await mailedToken(world, email)
    const accept = () => acceptAsNewUser(ctx(), { token, name: 'Rosa Peña', newPassword, language: 'es' })
    await expectUnread(statements, accept)
    const { sql } = world.database
    expect(await sql`select from users where email = ${email}`).toHaveLength(0)
    expect(await findInvitation(ctx(), token)).toMatchObject({ email, hasAccount: false })
    await accept()
    const given =
      await sql`select permissions from merchant_memberships m join users u on u.id = m.user_id where u.email = ${email}`
    expect([...given]).toEqual([{ permissions: ['merchant.catalog.manage'] }])
  })

  it.each([
    ['the user', /from "users" where "users"."id" = /],
    ['the time step that is taken', /update "users" set "totp_last_step"/],
    ['the session that it replaces', /update "sessions" set "ended_at"/],
    ['the session that takes its place', /insert into "sessions"/],
  ])('refuses no right code: %s', async (_, statements) => {
    const user = await makeUser(world)
    const { secret } = await enrol(world, user)
    const pending = await signInAs(ctx(), user)
    const holder = await asHolder(ctx(), pending)
    const pass = () => passSecondStep(holder, { code: codeOf(world, secret) })
    await expectUnread(statements, pass)
    expect(await loadSession(ctx().db, pending)).toMatchObject({ stage: 'second_step' })
    const { token } = await pass()
    expect(await loadSession(ctx().db, canary(token.reveal()))).toMatchObject({ stage: 'complete' })
  })

  it.each([
    ['the code', /from "recovery_codes" where .*"prefix"/],
    ['that it is used up', /update "recovery_codes"/],
  ])('refuses no recovery code: %s', async (_, statements) => {
    const user = await makeUser(world)
    const { recoveryCodes } = await enrol(world, user)
    const pending = await signInAs(ctx(), user)
    const holder = await asHolder(ctx(), pending)
    const pass = () => passSecondStep(holder, { code: recoveryCodes[0] ?? '' })
    await expectUnread(statements, pass)
    await pass()
  })

  it('changes no password', async () => {
    const user = await makeUser(world)
    const holder = await asHolder(ctx(), await signInAs(ctx(), user))
    const change = () => changePassword(holder, { password: user.password, newPassword })
    await expectUnread(/for share/, change)
    await signInAs(ctx(), user)
    await change()
  })
})
